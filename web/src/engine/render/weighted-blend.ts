/**
 * Half-transparent surfaces, in any order (weighted blended transparency, after McGuire and Bavoil 2013).
 *
 * 1. The depth of the picture is copied, so that what is solid hides them as before.
 * 2. They are drawn to two pictures of half floats: the sum of their colours, each times its opacity and a weight that falls with the
 *    distance, and beside it the product of what each lets through; the sum of the weights. Sums and products have no order.
 * 3. A pass over the picture lays their mean colour over it, as opaque as all of them together.
 *
 * One rule of blending serves both pictures: colours are added and the opacities multiplied, so that no extension for blending is needed.
 * Where half floats cannot be drawn to, or the depth cannot be copied, they are drawn from far to near into the picture. The code is
 * loaded with the first of them (late-pass.ts).
 */
import { COVERING_VERTEX, createPixelTexture, drawCovering } from './covering.ts';
import { linkProgram } from './programs.ts';
import type { TilePass } from './tile-pass.ts';

/** However many ghosts lie before each other, this part of what is behind them is seen. */
const LEAST_SEEN = 0.25;

interface Target {
  readonly width: number;
  readonly height: number;
  readonly framebuffer: WebGLFramebuffer;
  readonly light: WebGLTexture;
  readonly weight: WebGLTexture;
  readonly depth: WebGLRenderbuffer;
}

interface Shading {
  readonly program: WebGLProgram;
  readonly leastSeen: WebGLUniformLocation | null;
  /** Holds no attributes: deck.gl's own stay untouched. */
  readonly vertexArray: WebGLVertexArrayObject;
}

export class WeightedBlend {
  private target: Target | null = null;
  private shading: Shading | null = null;
  /** Formats of depth that may be those of the picture; the first is, once it has been copied. */
  private depthFormats: readonly ('DEPTH24_STENCIL8' | 'DEPTH_COMPONENT24')[];
  private isTried = false;

  constructor(private readonly gl: WebGL2RenderingContext) {
    const isSupported = ['EXT_color_buffer_float', 'EXT_color_buffer_half_float'].some((name) => gl.getExtension(name));
    this.depthFormats = isSupported ? ['DEPTH24_STENCIL8', 'DEPTH_COMPONENT24'] : [];
  }

  /** A pass with its half-transparent surfaces drawn in this way. */
  with(pass: TilePass): TilePass[] {
    if (this.depthFormats.length === 0) return [pass];
    return [{ ...pass, style: { ...pass.style, blending: this } }];
  }

  /**
   * Draws over the bound framebuffer what `draw` draws; variants must be weighted. Blending is on, and no depth is written. Answers false
   * where that is not possible, with nothing drawn. Leaves another program and another way of blending than before.
   */
  draw(hasGhosts: boolean, draw: () => void): boolean {
    const { gl } = this;
    // Answered by luma.gl from its own record of the state: no wait for the GPU.
    const outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    const target = this.begin(outer);
    if (!target) return false;
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 1]);
    gl.clearBufferfv(gl.COLOR, 1, [0, 0, 0, 0]);
    gl.blendFuncSeparate(gl.ONE, gl.ONE, gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
    draw();
    gl.bindFramebuffer(gl.FRAMEBUFFER, outer);
    const shading = (this.shading ??= createShading(gl));
    gl.useProgram(shading.program);
    gl.uniform1f(shading.leastSeen, hasGhosts ? LEAST_SEEN : 0);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.DEPTH_TEST);
    drawCovering(gl, shading.vertexArray, [target.light, target.weight]);
    gl.enable(gl.DEPTH_TEST);
    return true;
  }

  release(): void {
    const { gl, target } = this;
    if (!target) return;
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.light);
    gl.deleteTexture(target.weight);
    gl.deleteRenderbuffer(target.depth);
    this.target = null;
  }

  destroy(): void {
    this.release();
    this.gl.deleteProgram(this.shading?.program ?? null);
    this.gl.deleteVertexArray(this.shading?.vertexArray ?? null);
    this.shading = null;
  }

  /** Binds the target with a copy of the depth of `outer`; null where no format of depth allows that. */
  private begin(outer: WebGLFramebuffer | null): Target | null {
    for (;;) {
      const [format] = this.depthFormats;
      if (!format) return null;
      const target = this.fit(format);
      if (this.copyDepth(outer, target)) return target;
      this.release();
      this.depthFormats = this.depthFormats.slice(1);
    }
  }

  /** Browsers do not tell of which format the depth of a canvas is, and copy only between equal ones: the first time decides. */
  private copyDepth(outer: WebGLFramebuffer | null, { framebuffer, width, height }: Target): boolean {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, outer);
    if (!this.isTried) clearErrors(gl);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.DEPTH_BUFFER_BIT, gl.NEAREST);
    const isDone = this.isTried || gl.getError() === gl.NO_ERROR;
    this.isTried ||= isDone;
    gl.bindFramebuffer(gl.FRAMEBUFFER, isDone ? framebuffer : outer);
    return isDone;
  }

  private fit(depthFormat: 'DEPTH24_STENCIL8' | 'DEPTH_COMPONENT24'): Target {
    const { gl, target } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (target?.width === width && target.height === height) return target;
    this.release();
    this.target = createTarget(gl, width, height, depthFormat);
    return this.target;
  }
}

/** At most as many as there are kinds of errors; a lost context goes on to tell that it is one. */
function clearErrors(gl: WebGL2RenderingContext): void {
  for (let i = 0; i < 6 && gl.getError() !== gl.NO_ERROR; i++);
}

function createTarget(
  gl: WebGL2RenderingContext,
  width: number,
  height: number,
  depthFormat: 'DEPTH24_STENCIL8' | 'DEPTH_COMPONENT24',
): Target {
  const light = createPixelTexture(gl, gl.RGBA16F, width, height);
  const weight = createPixelTexture(gl, gl.R16F, width, height);
  const depth = gl.createRenderbuffer();
  gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl[depthFormat], width, height);
  gl.bindRenderbuffer(gl.RENDERBUFFER, null);
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, light, 0);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, weight, 0);
  const attachment = depthFormat === 'DEPTH_COMPONENT24' ? gl.DEPTH_ATTACHMENT : gl.DEPTH_STENCIL_ATTACHMENT;
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, depth);
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
  return { width, height, framebuffer, light, weight, depth };
}

function createShading(gl: WebGL2RenderingContext): Shading {
  const program = linkProgram(gl, 'Shader of half-transparent surfaces', COVERING_VERTEX, FRAGMENT);
  gl.useProgram(program);
  gl.uniform1i(gl.getUniformLocation(program, 'light'), 0);
  gl.uniform1i(gl.getUniformLocation(program, 'weight'), 1);
  return {
    program,
    leastSeen: gl.getUniformLocation(program, 'leastSeen'),
    vertexArray: gl.createVertexArray(),
  };
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
uniform sampler2D light;
uniform sampler2D weight;
uniform float leastSeen;
out vec4 fragColor;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec4 sum = texelFetch(light, here, 0);
  float opacity = 1.0 - sum.a;
  if (opacity <= 0.0) discard;
  // One surface alone is as opaque as it says; the limit is felt by many.
  opacity *= 1.0 - leastSeen * opacity * opacity;
  fragColor = vec4(sum.rgb / max(texelFetch(weight, here, 0).r, 1e-4), 1.0) * opacity;
}
`;
