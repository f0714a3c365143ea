/**
 * Mip levels of colour textures: each texel is the mean of four texels of the level above, in linear light. `generateMipmap`
 * averages encoded values, which makes high-contrast textures too dark. Texels with alpha 0 add no colour.
 */
import { FULLSCREEN_VERTEX } from './fullscreen-pass.ts';
import { linkProgram } from './link-program.ts';
import { scissorOf, viewportOf } from './scissor.ts';

interface MipDrawing {
  readonly program: WebGLProgram;
  readonly framebuffer: WebGLFramebuffer;
  /** Without attributes, so that deck.gl's vertex arrays stay unchanged. */
  readonly vertexArray: WebGLVertexArrayObject;
}

/** One for each context, for its lifetime. */
const drawings = new WeakMap<WebGL2RenderingContext, MipDrawing>();

/** Returns the number of mip levels, down to one texel. */
export const mipCount = (width: number, height: number): number => 1 + Math.floor(Math.log2(Math.max(width, height)));

/**
 * Renders all mip levels below the first of the RGBA8 texture that is bound to unit 0, whose storage includes them. Restores the
 * GL state except the current program.
 */
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
    // Sampling is limited to the level above, so that no level is read and written at the same time.
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
    program: linkProgram(gl, 'Shader of texture levels', FULLSCREEN_VERTEX, FRAGMENT),
    framebuffer: gl.createFramebuffer(),
    vertexArray: gl.createVertexArray(),
  };
  drawings.set(gl, drawing);
  return drawing;
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
uniform sampler2D source;
out vec4 fragColor;
void main() {
  ivec2 last = textureSize(source, 0) - 1;
  ivec2 first = 2 * ivec2(gl_FragCoord.xy);
  vec4 sum = vec4(0.0);
  vec3 hidden = vec3(0.0);
  for (int i = 0; i < 4; i++) {
    vec4 texel = texelFetch(source, min(first + ivec2(i & 1, i >> 1), last), 0);
    vec3 light = pow(texel.rgb, vec3(2.2));
    sum += vec4(light * texel.a, texel.a);
    hidden += light;
  }
  vec3 mean = sum.a > 0.0 ? sum.rgb / sum.a : hidden / 4.0;
  fragColor = vec4(pow(mean, vec3(1.0 / 2.2)), sum.a / 4.0);
}
`;
