import { FRAGMENT } from './tile-fragment.ts';
import { CUTOUTS_BINDING, VERTEX, Variant, defines } from './tile-shader.ts';
import { checkProgram, startProgram } from './link-program.ts';
import type { TileProgram } from './tile-program.ts';

interface Compilation {
  readonly handle: WebGLProgram;
  /** Signalled when the GPU process has compiled the program; null if the browser reports completion itself. */
  readonly fence: WebGLSync | null;
}

/** Compiles variants asynchronously and caches them for the lifetime of the context. */
export class Programs {
  /** Number of the current pass. Uniforms that are set once for each pass are set again when it changes, in every screen. */
  passNumber = 0;
  private readonly cache = new Map<number, TileProgram>();
  private readonly started = new Map<number, Compilation>();
  private readonly parallel: { COMPLETION_STATUS_KHR: number } | null;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.parallel = gl.getExtension('KHR_parallel_shader_compile') as typeof this.parallel;
  }

  /**
   * Whether a variant can be used without a wait for the compiler. Starts compiling a new variant. A compiled variant is linked
   * and checked only if `mayAsk` is set: the first queries wait for all earlier commands.
   */
  isReady(variant: number, mayAsk: boolean): boolean {
    if (this.cache.has(variant)) return true;
    const started = this.start(variant);
    if (!mayAsk || !this.isCompiled(started)) return false;
    this.get(variant);
    return true;
  }

  /** Without the extension, a query of the program would wait for the compiler; the fence does not. */
  private isCompiled({ handle, fence }: Compilation): boolean {
    const { gl, parallel } = this;
    if (parallel) return Boolean(gl.getProgramParameter(handle, parallel.COMPLETION_STATUS_KHR));
    return !fence || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
  }

  /**
   * Returns the program of a variant, with a wait if needed. Throws an Error with the log if it does not link: a bug of the
   * shader, not of the data.
   */
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
      sight: at('sight'),
      sectionPlanes: at('sectionPlanes'),
      litPlanes: at('litPlanes'),
      dimmed: at('dimmed'),
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
      shadowMap: at('shadowMap'),
      shadowMapFromCamera: at('shadowMapFromCamera'),
      shadowMapTexel: at('shadowMapTexel'),
      preparedPass: -1,
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
