/** Passes that run a fragment shader once for each pixel of the viewport. */
import { linkProgram } from './link-program.ts';

/** A triangle that covers the viewport. */
export const FULLSCREEN_VERTEX = /* glsl */ `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
`;

/** What a {@link FullscreenPass} runs. */
interface FullscreenSource<Uniform extends string> {
  /** For errors, "Eye-dome shader". */
  readonly name: string;
  readonly fragment: string;
  /** Names of the samplers, at the texture units 0, 1, … */
  readonly samplers: readonly string[];
  readonly uniforms: readonly Uniform[];
}

interface LinkedPass<Uniform extends string> {
  readonly program: WebGLProgram;
  /** Without attributes, so that deck.gl's vertex arrays stay unchanged. */
  readonly vertexArray: WebGLVertexArrayObject;
  readonly at: Readonly<Record<Uniform, WebGLUniformLocation | null>>;
}

/** A fragment shader that runs once for each pixel of the viewport. It is linked when it is first used. */
export class FullscreenPass<Uniform extends string> {
  private linked: LinkedPass<Uniform> | null = null;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly source: FullscreenSource<Uniform>,
  ) {}

  /** Makes the program current. Returns the locations of its uniforms. */
  use(): LinkedPass<Uniform>['at'] {
    this.linked ??= link(this.gl, this.source);
    this.gl.useProgram(this.linked.program);
    return this.linked.at;
  }

  /** Draws with the program that {@link use} made current. `textures` are those of the samplers, in the same order. */
  draw(textures: readonly WebGLTexture[]): void {
    drawFullscreen(this.gl, this.linked!.vertexArray, textures);
  }

  destroy(): void {
    this.gl.deleteProgram(this.linked?.program ?? null);
    this.gl.deleteVertexArray(this.linked?.vertexArray ?? null);
    this.linked = null;
  }
}

function link<Uniform extends string>(
  gl: WebGL2RenderingContext,
  { name, fragment, samplers, uniforms }: FullscreenSource<Uniform>,
): LinkedPass<Uniform> {
  const program = linkProgram(gl, name, FULLSCREEN_VERTEX, fragment);
  gl.useProgram(program);
  for (const [unit, sampler] of samplers.entries()) gl.uniform1i(gl.getUniformLocation(program, sampler), unit);
  const at = Object.fromEntries(uniforms.map((uniform) => [uniform, gl.getUniformLocation(program, uniform)]));
  return { program, vertexArray: gl.createVertexArray(), at: at as LinkedPass<Uniform>['at'] };
}

/**
 * Runs the current program for each pixel of the viewport, within the scissor. Binds `textures` to units 0, 1, …, and unbinds
 * them afterwards. The vertex array has no attributes.
 */
function drawFullscreen(
  gl: WebGL2RenderingContext,
  vertexArray: WebGLVertexArrayObject,
  textures: readonly WebGLTexture[],
): void {
  for (const [unit, texture] of textures.entries()) bindAt(gl, unit, texture);
  gl.bindVertexArray(vertexArray);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  gl.bindVertexArray(null);
  for (const unit of textures.keys()) bindAt(gl, unit, null);
  gl.activeTexture(gl.TEXTURE0);
}

function bindAt(gl: WebGL2RenderingContext, unit: number, texture: WebGLTexture | null): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
}

/** Creates a texture with one level and nearest filtering, for `texelFetch`. Leaves no texture bound. */
export function createPixelTexture(
  gl: WebGL2RenderingContext,
  format: number,
  width: number,
  height: number,
): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.bindTexture(gl.TEXTURE_2D, null);
  return texture;
}
