/** Parts of passes that run a fragment shader once for each pixel of the viewport. */

/** A triangle that covers the viewport. */
export const FULLSCREEN_VERTEX = /* glsl */ `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
`;

/**
 * Runs the current program for each pixel of the viewport, within the scissor. Binds `textures` to units 0, 1, …, and unbinds
 * them afterwards. The vertex array has no attributes.
 */
export function drawFullscreen(
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
