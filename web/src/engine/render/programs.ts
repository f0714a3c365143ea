import { FRAGMENT } from './tile-fragment.ts';
import { CUTOUTS_BINDING, VERTEX, Variant, defines } from './tile-shader.ts';

/** A linked variant with the locations of its uniforms (null where the variant lacks them). */
export interface TileProgram {
  handle: WebGLProgram;
  clipFromLocalAxes: WebGLUniformLocation | null;
  clipOffset: WebGLUniformLocation | null;
  enuFromLocalAxes: WebGLUniformLocation | null;
  enuOffset: WebGLUniformLocation | null;
  baseColor: WebGLUniformLocation | null;
  alphaCutoff: WebGLUniformLocation | null;
  cutouts: WebGLUniformLocation | null;
  cutoutCounts: WebGLUniformLocation | null;
  haze: WebGLUniformLocation | null;
  textureBias: WebGLUniformLocation | null;
  pointWidths: WebGLUniformLocation | null;
  pointLimits: WebGLUniformLocation | null;
  depthPerInverse: WebGLUniformLocation | null;
  sectionPlanes: WebGLUniformLocation | null;
  litPlanes: WebGLUniformLocation | null;
  dither: WebGLUniformLocation | null;
  fronts: WebGLUniformLocation | null;
  choiceViews: WebGLUniformLocation | null;
  hatchPx: WebGLUniformLocation | null;
  featureStyleTable: WebGLUniformLocation | null;
  featureCount: WebGLUniformLocation | null;
  restStyle: WebGLUniformLocation | null;
  featurePass: WebGLUniformLocation | null;
  pointColorTable: WebGLUniformLocation | null;
  pointRamp: WebGLUniformLocation | null;
  scanBits: WebGLUniformLocation | null;
  cameraEnu: WebGLUniformLocation | null;
  finish: WebGLUniformLocation | null;
  emissive: WebGLUniformLocation | null;
  secondUvOf: WebGLUniformLocation | null;
  light: WebGLUniformLocation | null;
  sunMap: WebGLUniformLocation | null;
  sunMapFromCamera: WebGLUniformLocation | null;
  sunMapTexel: WebGLUniformLocation | null;
  /** The point size and frame for which the program's own uniforms were last set. */
  preparedPicture: number;
}

/** Hands the sources to the compiler, without a wait for it. */
export function startProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const handle = gl.createProgram();
  const shaders = [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const;
  for (const [type, source] of shaders) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(handle, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(handle);
  return handle;
}

/** Waits for the compiler. Throws an Error with its log, begun by `name`, when the sources do not build. */
function checkProgram(gl: WebGL2RenderingContext, name: string, handle: WebGLProgram): void {
  if (gl.getProgramParameter(handle, gl.LINK_STATUS) || gl.isContextLost()) return;
  const logs = gl.getAttachedShaders(handle)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
  throw new Error(`${name}: ${[gl.getProgramInfoLog(handle), ...logs].join('\n')}`);
}

/** Throws an Error with the compiler's log, begun by `name`, when the sources do not build. */
export function linkProgram(gl: WebGL2RenderingContext, name: string, vertex: string, fragment: string): WebGLProgram {
  const handle = startProgram(gl, vertex, fragment);
  checkProgram(gl, name, handle);
  return handle;
}

interface Compilation {
  readonly handle: WebGLProgram;
  /** Signalled when the GPU process has compiled it; null where the browser tells that itself. */
  readonly fence: WebGLSync | null;
}

/** Compiles variants beside the main thread, and keeps them for the life of the context. */
export class Programs {
  /** Number of the newest picture: what is set once for a picture is set again for the next, in whichever screen. */
  picture = 0;
  private readonly cache = new Map<number, TileProgram>();
  private readonly started = new Map<number, Compilation>();
  private readonly parallel: { COMPLETION_STATUS_KHR: number } | null;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.parallel = gl.getExtension('KHR_parallel_shader_compile') as typeof this.parallel;
  }

  /**
   * Whether a variant can be used without a wait for the compiler. One that is new begins to compile. One that is finished
   * is taken over when the driver may be asked about it: the first questions wait for all commands before them.
   */
  isReady(variant: number, mayAsk: boolean): boolean {
    if (this.cache.has(variant)) return true;
    const started = this.start(variant);
    if (!mayAsk || !this.isCompiled(started)) return false;
    this.get(variant);
    return true;
  }

  /** A question about the program itself would wait for the compiler where the browser lacks the extension. */
  private isCompiled({ handle, fence }: Compilation): boolean {
    const { gl, parallel } = this;
    if (parallel) return Boolean(gl.getProgramParameter(handle, parallel.COMPLETION_STATUS_KHR));
    return !fence || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
  }

  /** Throws an Error with the compiler's log when a variant does not build: a fault of ours, not of the data. */
  get(variant: number): TileProgram {
    const cached = this.cache.get(variant);
    if (cached) return cached;
    const { gl } = this;
    const { handle, fence } = this.start(variant);
    checkProgram(gl, `Tile shader ${variant}`, handle);
    if (fence) gl.deleteSync(fence);
    this.started.delete(variant);
    if (variant & Variant.ManyCutouts)
      gl.uniformBlockBinding(handle, gl.getUniformBlockIndex(handle, 'Cutouts'), CUTOUTS_BINDING);
    const at = (name: string) => gl.getUniformLocation(handle, name);
    const program: TileProgram = {
      handle,
      clipFromLocalAxes: at('clipFromLocalAxes'),
      clipOffset: at('clipOffset'),
      enuFromLocalAxes: at('enuFromLocalAxes'),
      enuOffset: at('enuOffset'),
      baseColor: at('baseColor'),
      alphaCutoff: at('alphaCutoff'),
      cutouts: at('cutouts'),
      cutoutCounts: at('cutoutCounts'),
      haze: at('haze'),
      textureBias: at('textureBias'),
      pointWidths: at('pointWidths'),
      pointLimits: at('pointLimits'),
      depthPerInverse: at('depthPerInverse'),
      sectionPlanes: at('sectionPlanes'),
      litPlanes: at('litPlanes'),
      dither: at('dither'),
      fronts: at('fronts'),
      choiceViews: at('choiceViews'),
      hatchPx: at('hatchPx'),
      featureStyleTable: at('featureStyleTable'),
      featureCount: at('featureCount'),
      restStyle: at('restStyle'),
      featurePass: at('featurePass'),
      pointColorTable: at('pointColorTable'),
      pointRamp: at('pointRamp'),
      scanBits: at('scanBits'),
      cameraEnu: at('cameraEnu'),
      finish: at('finish'),
      emissive: at('emissive'),
      secondUvOf: at('secondUvOf'),
      light: at('light'),
      sunMap: at('sunMap'),
      sunMapFromCamera: at('sunMapFromCamera'),
      sunMapTexel: at('sunMapTexel'),
      preparedPicture: -1,
    };
    this.cache.set(variant, program);
    return program;
  }

  private start(variant: number): Compilation {
    const started = this.started.get(variant);
    if (started) return started;
    const { gl } = this;
    const head = `#version 300 es\n${defines(variant)}\n`;
    const handle = startProgram(gl, head + VERTEX, head + FRAGMENT);
    const fence = this.parallel ? null : gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.started.set(variant, { handle, fence });
    return { handle, fence };
  }

  destroy(): void {
    for (const { handle, fence } of this.started.values()) {
      this.gl.deleteProgram(handle);
      if (fence) this.gl.deleteSync(fence);
    }
    this.started.clear();
    for (const program of this.cache.values()) this.gl.deleteProgram(program.handle);
    this.cache.clear();
  }
}
