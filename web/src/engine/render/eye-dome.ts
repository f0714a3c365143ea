/**
 * Eye-dome lighting: the shape of a point cloud, drawn from distances alone (after Boucheny 2009).
 *
 * 1. {@link EyeDome.begin} turns drawing to a picture of its own: colour, and beside it the distance along the view in
 *    metres, as the bits of a float32, so that the difference of two neighbours is as good at a kilometre as at a metre.
 * 2. {@link EyeDome.shade} goes back to the framebuffer that was bound before and copies each pixel there, darker the more
 *    its neighbours are in front of it. Neighbours are taken in pairs across it, so that a slanted plane keeps its colour. The
 *    depth is copied too, so that points and all else hide each other as without this step.
 *
 * Where a scissor leaves only a part of the framebuffer to be drawn, the picture reaches so much farther that the pixels along
 * its edge find their neighbours, and look as they would without it.
 *
 * The picture is as large as the drawing buffer, 12 bytes a pixel, and is allocated again when that changes.
 */
import { EDL } from '@overlook/shared/config';
import type { PixelArea } from '../view/swipe.ts';
import { COVERING_VERTEX, createPixelTexture } from './covering.ts';
import { linkProgram } from './programs.ts';
import { scissorOf } from './scissor.ts';

interface Target {
  width: number;
  height: number;
  framebuffer: WebGLFramebuffer;
  color: WebGLTexture;
  distance: WebGLTexture;
  depth: WebGLRenderbuffer;
}

interface Shading {
  program: WebGLProgram;
  /** Holds no attributes: deck.gl's own stay untouched. */
  vertexArray: WebGLVertexArrayObject;
  radiusPx: WebGLUniformLocation | null;
  depthOfDistance: WebGLUniformLocation | null;
}

export class EyeDome {
  private target: Target | null = null;
  private shading: Shading | null = null;
  private outer: WebGLFramebuffer | null = null;
  /** Of the framebuffer, what may be drawn to; null for all of it. */
  private outerArea: PixelArea | null = null;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** What is drawn from here on lands in the own picture. Variants must be those with distances. `pixelRatio`: CSS to device pixels. */
  begin(pixelRatio: number): void {
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    // Answered by luma.gl from its own record of the state: no wait for the GPU.
    this.outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    if (this.target?.width !== width || this.target.height !== height) {
      this.release();
      this.target = createTarget(gl, width, height);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.framebuffer);
    this.outerArea = scissorOf(gl);
    if (this.outerArea) gl.scissor(...grown(this.outerArea, Math.ceil(EDL.radiusPx * pixelRatio)));
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clearBufferuiv(gl.COLOR, 1, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
  }

  /** Ends {@link begin}, for the camera that it was drawn with. Leaves no vertex array or texture behind, and another program than before. */
  shade(clipFromEnuAxes: ArrayLike<number>, pixelRatio: number): void {
    const { gl, target } = this;
    if (!target) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.outer);
    if (this.outerArea) gl.scissor(...this.outerArea);
    const shading = (this.shading ??= createShading(gl));
    gl.useProgram(shading.program);
    gl.uniform1f(shading.radiusPx, EDL.radiusPx * pixelRatio);
    gl.uniform2f(shading.depthOfDistance, ...depthOfDistance(clipFromEnuAxes));
    gl.disable(gl.CULL_FACE);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, target.distance);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, target.color);
    gl.bindVertexArray(shading.vertexArray);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindVertexArray(null);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.activeTexture(gl.TEXTURE0);
  }

  /** Gives the picture's memory back; the next {@link begin} makes another. */
  release(): void {
    const { gl, target } = this;
    if (!target) return;
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.color);
    gl.deleteTexture(target.distance);
    gl.deleteRenderbuffer(target.depth);
    this.target = null;
  }

  destroy(): void {
    this.release();
    this.gl.deleteProgram(this.shading?.program ?? null);
    this.gl.deleteVertexArray(this.shading?.vertexArray ?? null);
    this.shading = null;
  }
}

/**
 * a and b of depth = a + b / distance, the depth of a distance along the view as the depth buffer has it (0…1), from a
 * perspective matrix: its third row is a multiple of the fourth (the view direction) plus a constant.
 */
export function depthOfDistance(clip: ArrayLike<number>): [number, number] {
  const a = clip[2]! * clip[3]! + clip[6]! * clip[7]! + clip[10]! * clip[11]!;
  return [a / 2 + 0.5, clip[14]! / 2];
}

const grown = ([x, y, width, height]: PixelArea, byPx: number): PixelArea => [
  Math.max(0, x - byPx),
  Math.max(0, y - byPx),
  width + 2 * byPx,
  height + 2 * byPx,
];

function createTarget(gl: WebGL2RenderingContext, width: number, height: number): Target {
  const framebuffer = gl.createFramebuffer();
  const color = createPixelTexture(gl, gl.RGBA8, width, height);
  const distance = createPixelTexture(gl, gl.R32UI, width, height);
  const depth = gl.createRenderbuffer();
  gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height);
  gl.bindRenderbuffer(gl.RENDERBUFFER, null);
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, color, 0);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, distance, 0);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
  return { width, height, framebuffer, color, distance, depth };
}

function createShading(gl: WebGL2RenderingContext): Shading {
  const program = linkProgram(gl, 'Eye-dome shader', COVERING_VERTEX, FRAGMENT);
  gl.useProgram(program);
  gl.uniform1i(gl.getUniformLocation(program, 'colors'), 0);
  gl.uniform1i(gl.getUniformLocation(program, 'distances'), 1);
  return {
    program,
    vertexArray: gl.createVertexArray(),
    radiusPx: gl.getUniformLocation(program, 'radiusPx'),
    depthOfDistance: gl.getUniformLocation(program, 'depthOfDistance'),
  };
}

const FRAGMENT = /* glsl */ `#version 300 es
precision highp float;
precision highp usampler2D;
uniform sampler2D colors;
uniform usampler2D distances;
uniform float radiusPx;
uniform vec2 depthOfDistance;
out vec4 fragColor;

const int PAIRS = ${EDL.neighbours / 2};
const float TURN = 3.14159265359 / float(PAIRS);

float distanceAt(ivec2 at) {
  ivec2 last = textureSize(distances, 0) - 1;
  return uintBitsToFloat(texelFetch(distances, clamp(at, ivec2(0), last), 0).r);
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float d = distanceAt(here);
  if (d == 0.0) discard;
  float behind = 0.0;
  for (int i = 0; i < PAIRS; i++) {
    float angle = TURN * float(i);
    ivec2 offset = ivec2(round(radiusPx * vec2(cos(angle), sin(angle))));
    float a = distanceAt(here + offset);
    float b = distanceAt(here - offset);
    // On a plane the reciprocal of the distance is linear over the picture: there the two make up for each other.
    if (a > 0.0 && b > 0.0) behind += max(0.0, (d / a + d / b) / 2.0 - 1.0);
  }
  float shade = exp(-behind / float(PAIRS) * ${EDL.strength.toFixed(1)});
  vec4 color = texelFetch(colors, here, 0);
  fragColor = vec4(color.rgb * max(shade, ${EDL.darkest.toFixed(2)}), color.a);
  gl_FragDepth = depthOfDistance.x + depthOfDistance.y / d;
}
`;
