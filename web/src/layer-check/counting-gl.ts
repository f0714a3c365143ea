/**
 * A WebGL 2 context that draws nothing and counts what is made and deleted on it. deck.gl's layers run on it as on a real
 * one: they compute attributes and textures, assemble shaders and make models. Shaders are not compiled.
 */
import { GL } from '@luma.gl/webgl/constants';

export interface CountingGl {
  readonly gl: WebGL2RenderingContext;
  /** How many buffers, textures, programs and others have been made and not deleted. */
  alive(): number;
}

const CONSTANTS: Readonly<Record<string, unknown>> = { ...GL };
const LIMIT = 16_384;
const TEXTS: readonly number[] = [GL.VENDOR, GL.RENDERER, GL.VERSION];
/** Every program is linked and has no inputs of its own. */
const PROGRAM_STATES: readonly number[] = [GL.LINK_STATUS, GL.VALIDATE_STATUS, GL.COMPLETION_STATUS_KHR];

const answers = () => ({
  canvas: null,
  drawingBufferWidth: 1,
  drawingBufferHeight: 1,
  checkFramebufferStatus: () => GL.FRAMEBUFFER_COMPLETE,
  fenceSync: () => ({}),
  getAttribLocation: () => -1,
  getContextAttributes: () => ({}),
  getError: () => GL.NO_ERROR,
  getExtension: () => null,
  getParameter: (name: number) => (TEXTS.includes(name) ? 'None' : LIMIT),
  getProgramInfoLog: () => '',
  getProgramParameter: (_program: object, name: number) => (PROGRAM_STATES.includes(name) ? true : 0),
  getShaderInfoLog: () => '',
  getShaderParameter: () => true,
  getSupportedExtensions: () => [],
  getSyncParameter: () => GL.SIGNALED,
  getUniformBlockIndex: () => GL.INVALID_INDEX,
  getUniformLocation: () => null,
  isContextLost: () => false,
});

/** Names of what luma.gl keeps at a context: they are no functions of it. */
const IS_KEPT = /^(luma|device|then$|_|constructor$)/;

export function countingGl(): CountingGl {
  const alive = new Set<object>();
  const make = () => {
    const made = {};
    alive.add(made);
    return made;
  };
  const known: Record<PropertyKey, unknown> = answers();
  const gl = new Proxy(known, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || IS_KEPT.test(name)) return target[name];
      const constant = CONSTANTS[name];
      if (constant !== undefined) return constant;
      if (/^create[A-Z]/.test(name)) return (target[name] = make);
      if (/^delete[A-Z]/.test(name)) return (target[name] = (made: object) => void alive.delete(made));
      return /^[a-z]/.test(name) ? (target[name] = () => undefined) : undefined;
    },
  });
  // Unknown functions return undefined, as functions of WebGL may.
  return { gl: gl as unknown as WebGL2RenderingContext, alive: () => alive.size };
}
