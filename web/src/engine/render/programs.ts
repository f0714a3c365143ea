import { FRAGMENT, VERTEX, defines } from './tile-shader.ts';

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
  pointSizePx: WebGLUniformLocation | null;
  sectionPlanes: WebGLUniformLocation | null;
  featureLooks: WebGLUniformLocation | null;
  featureCount: WebGLUniformLocation | null;
  restLook: WebGLUniformLocation | null;
  featurePass: WebGLUniformLocation | null;
  /** The point size and frame for which the program's own uniforms were last set. */
  preparedFrame: number;
}

/** Throws an Error with the compiler's log, begun by `name`, when the sources do not build. */
export function linkProgram(gl: WebGL2RenderingContext, name: string, vertex: string, fragment: string): WebGLProgram {
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
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = gl.getAttachedShaders(handle)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
    throw new Error(`${name}: ${[gl.getProgramInfoLog(handle), ...logs].join('\n')}`);
  }
  return handle;
}

/** Compiles variants when first drawn and keeps them for the life of the context. */
export class Programs {
  private readonly cache = new Map<number, TileProgram>();

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Throws an Error with the compiler's log when a variant does not build: a fault of ours, not of the data. */
  get(variant: number): TileProgram {
    const cached = this.cache.get(variant);
    if (cached) return cached;
    const { gl } = this;
    const head = `#version 300 es\n${defines(variant)}\n`;
    const handle = linkProgram(gl, `Tile shader ${variant}`, head + VERTEX, head + FRAGMENT);
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
      pointSizePx: at('pointSizePx'),
      sectionPlanes: at('sectionPlanes'),
      featureLooks: at('featureLooks'),
      featureCount: at('featureCount'),
      restLook: at('restLook'),
      featurePass: at('featurePass'),
      preparedFrame: -1,
    };
    this.cache.set(variant, program);
    return program;
  }

  destroy(): void {
    for (const program of this.cache.values()) this.gl.deleteProgram(program.handle);
    this.cache.clear();
  }
}
