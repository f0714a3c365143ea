/** Reads what a context makes of textures: it samples each as the tiles do, and reads the colours back without a wait. */
import { FULLSCREEN_VERTEX } from './fullscreen-pass.ts';
import { gpuDone } from './gpu-done.ts';
import { startProgram } from './link-program.ts';

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
uniform sampler2D texels;
out vec4 color;
void main() {
  color = texture(texels, vec2(0.5));
}
`;

const BLENDING = ['BLEND_SRC_RGB', 'BLEND_DST_RGB', 'BLEND_SRC_ALPHA', 'BLEND_DST_ALPHA'] as const;

/** Everything that the probe changes in the context, so that the pictures of others stay as they are. */
class SavedState {
  private readonly enabled: readonly (readonly [capability: number, isEnabled: boolean])[];
  private readonly values: readonly [(value: never) => void, unknown][];

  constructor(private readonly gl: WebGL2RenderingContext) {
    const capabilities = [gl.BLEND, gl.CULL_FACE, gl.DEPTH_TEST, gl.SCISSOR_TEST, gl.STENCIL_TEST];
    this.enabled = capabilities.map((capability) => [capability, gl.isEnabled(capability)]);
    const get = (name: number) => gl.getParameter(name) as unknown;
    this.values = [
      [(value) => gl.useProgram(value), get(gl.CURRENT_PROGRAM)],
      [(value) => gl.bindVertexArray(value), get(gl.VERTEX_ARRAY_BINDING)],
      [(value) => gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, value), get(gl.DRAW_FRAMEBUFFER_BINDING)],
      [(value) => gl.bindFramebuffer(gl.READ_FRAMEBUFFER, value), get(gl.READ_FRAMEBUFFER_BINDING)],
      [(value) => gl.viewport(...(Array.from(value) as Rectangle)), get(gl.VIEWPORT)],
      [(value) => gl.colorMask(...(Array.from(value) as Mask)), get(gl.COLOR_WRITEMASK)],
      [(value) => gl.activeTexture(value), get(gl.ACTIVE_TEXTURE)],
      [(value) => gl.blendFuncSeparate(...(value as Blending)), BLENDING.map((name) => get(gl[name]))],
    ];
    for (const capability of capabilities) gl.disable(capability);
    gl.colorMask(true, true, true, true);
    gl.activeTexture(gl.TEXTURE0);
  }

  restore(): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, null);
    // Each value is what the context gave for its setter.
    for (const [set, value] of this.values) set(value as never);
    for (const [capability, isEnabled] of this.enabled) if (isEnabled) gl.enable(capability);
  }
}

type Rectangle = [x: number, y: number, width: number, height: number];
type Blending = [sourceColor: number, targetColor: number, sourceAlpha: number, targetAlpha: number];
type Mask = [red: boolean, green: boolean, blue: boolean, alpha: boolean];

/** The caller destroys it. */
export class TexelProbe {
  private readonly program: WebGLProgram;
  private readonly vertexArray: WebGLVertexArrayObject;
  private readonly framebuffer: WebGLFramebuffer;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.program = startProgram(gl, FULLSCREEN_VERTEX, FRAGMENT);
    this.vertexArray = gl.createVertexArray();
    this.framebuffer = gl.createFramebuffer();
  }

  /**
   * The colours of the middles of textures, RGBA of 0 to 255 each. `makeTextures` fills the textures, and may draw one into
   * another with {@link copy}; they are deleted.
   */
  async colors(makeTextures: () => readonly WebGLTexture[]): Promise<Uint8Array> {
    const { gl } = this;
    // A program that is still being compiled would be waited for.
    await this.isCompiled();
    const saved = new SavedState(gl);
    const textures = makeTextures();
    const row = makeTexture(gl);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, textures.length, 1);
    textures.forEach((texture, column) => this.copy(texture, row, column));
    const packed = gl.createBuffer();
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, packed);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, 4 * textures.length, gl.STREAM_READ);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.framebuffer);
    gl.readPixels(0, 0, textures.length, 1, gl.RGBA, gl.UNSIGNED_BYTE, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    for (const texture of [...textures, row]) gl.deleteTexture(texture);
    saved.restore();
    await gpuDone(gl);
    const colors = new Uint8Array(4 * textures.length);
    gl.bindBuffer(gl.COPY_READ_BUFFER, packed);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, colors);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    gl.deleteBuffer(packed);
    return colors;
  }

  /** Draws the middle of a texture to a column of the lowest row of another. */
  copy(from: WebGLTexture, to: WebGLTexture, column: number): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, to, 0);
    gl.bindTexture(gl.TEXTURE_2D, from);
    gl.viewport(column, 0, 1, 1);
    gl.useProgram(this.program);
    gl.bindVertexArray(this.vertexArray);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  destroy(): void {
    const { gl } = this;
    gl.deleteProgram(this.program);
    gl.deleteVertexArray(this.vertexArray);
    gl.deleteFramebuffer(this.framebuffer);
  }

  private async isCompiled(): Promise<void> {
    const { gl, program } = this;
    const parallel = gl.getExtension('KHR_parallel_shader_compile') as { COMPLETION_STATUS_KHR: number } | null;
    const isCompiling = () =>
      parallel && !gl.isContextLost() && !gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR);
    do await gpuDone(gl);
    while (isCompiling());
  }
}

/** Creates a texture whose only level is sampled. It stays bound. */
export function makeTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  return texture;
}
