/**
 * Smaller levels of a picture, each texel the mean of four of the level above. The mean is taken of light: that of encoded values, which
 * WebGL's own levels have, is too dark where light and dark lie close together. Texels that are not there (alpha 0) add no colour.
 */
import { COVERING_VERTEX } from './covering.ts';
import { linkProgram } from './programs.ts';
import { scissorOf, viewportOf } from './scissor.ts';

interface MipDrawing {
  readonly program: WebGLProgram;
  readonly framebuffer: WebGLFramebuffer;
  /** Holds no attributes: deck.gl's own stay untouched. */
  readonly vertexArray: WebGLVertexArrayObject;
}

/** One a context, for its life. */
const drawings = new WeakMap<WebGL2RenderingContext, MipDrawing>();

/** How many levels a picture has, down to one texel. */
export const mipCount = (width: number, height: number): number => 1 + Math.floor(Math.log2(Math.max(width, height)));

/** Fills all levels below the first of the RGBA8 texture bound to unit 0, whose storage has them. Leaves the state as it was, but for the program. */
export function fillMipLevels(gl: WebGL2RenderingContext, texture: WebGLTexture, width: number, height: number): void {
  const { program, framebuffer, vertexArray } = drawingOf(gl);
  const levels = mipCount(width, height);
  const outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
  const viewport = viewportOf(gl);
  const scissor = scissorOf(gl);
  const switches = [gl.DEPTH_TEST, gl.BLEND, gl.CULL_FACE].filter((name) => gl.isEnabled(name));
  for (const name of switches) gl.disable(name);
  if (scissor) gl.disable(gl.SCISSOR_TEST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.useProgram(program);
  gl.bindVertexArray(vertexArray);
  for (let level = 1; level < levels; level++) {
    // What is read is limited to the level above, so that nothing is read and drawn to at once.
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_BASE_LEVEL, level - 1);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, level - 1);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, level);
    gl.viewport(0, 0, Math.max(1, width >> level), Math.max(1, height >> level));
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, null, 0);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_BASE_LEVEL, 0);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, levels - 1);
  gl.bindVertexArray(null);
  gl.bindFramebuffer(gl.FRAMEBUFFER, outer);
  gl.viewport(...viewport);
  if (scissor) gl.enable(gl.SCISSOR_TEST);
  for (const name of switches) gl.enable(name);
}

function drawingOf(gl: WebGL2RenderingContext): MipDrawing {
  const made = drawings.get(gl);
  if (made) return made;
  const drawing = {
    program: linkProgram(gl, 'Shader of texture levels', COVERING_VERTEX, FRAGMENT),
    framebuffer: gl.createFramebuffer(),
    vertexArray: gl.createVertexArray(),
  };
  drawings.set(gl, drawing);
  return drawing;
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
uniform sampler2D picture;
out vec4 fragColor;
void main() {
  ivec2 last = textureSize(picture, 0) - 1;
  ivec2 first = 2 * ivec2(gl_FragCoord.xy);
  vec4 sum = vec4(0.0);
  vec3 hidden = vec3(0.0);
  for (int i = 0; i < 4; i++) {
    vec4 texel = texelFetch(picture, min(first + ivec2(i & 1, i >> 1), last), 0);
    vec3 light = pow(texel.rgb, vec3(2.2));
    sum += vec4(light * texel.a, texel.a);
    hidden += light;
  }
  vec3 mean = sum.a > 0.0 ? sum.rgb / sum.a : hidden / 4.0;
  fragColor = vec4(pow(mean, vec3(1.0 / 2.2)), sum.a / 4.0);
}
`;
