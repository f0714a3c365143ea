/**
 * Base class of passes that draw tiles to an own framebuffer and then shade the outer framebuffer from it. The own framebuffer
 * has a colour attachment and a linear depth attachment: the distance along the view axis in metres, as the bits of a float32,
 * with the same relative precision at a kilometre as at a metre. In an orthographic view it is that from the near plane. {@link EyeDome}, edges and selection outlines are such passes.
 * For surfaces with feature styles, the colour attachment holds the feature id, lowest byte first.
 *
 * If a scissor limits the outer framebuffer, the own scissor is larger by the reach of the shader, so that pixels at the border
 * read their neighbours and look the same as without a scissor.
 *
 * The own framebuffer has the size of the drawing buffer, uses 12 bytes a pixel, and is reallocated when the size changes.
 */
import { CAMERA } from '@overlook/shared/config';
import { type Mat4, RAD_PER_DEG } from '@overlook/shared/maths';
import type { PixelArea } from '../view/swipe.ts';
import { createPixelTexture } from './fullscreen-pass.ts';
import { scissorOf } from './scissor.ts';

export interface LinearDepthTarget {
  width: number;
  height: number;
  framebuffer: WebGLFramebuffer;
  color: WebGLTexture;
  distance: WebGLTexture;
  depth: WebGLRenderbuffer;
}

export abstract class LinearDepthPass {
  /** Distance from a pixel to the farthest neighbour that {@link shade} reads, CSS pixels. */
  protected abstract readonly reachPx: number;
  private target: LinearDepthTarget | null = null;
  private outer: WebGLFramebuffer | null = null;
  /** Scissor of the outer framebuffer; null if it has none. */
  private outerArea: PixelArea | null = null;

  constructor(protected readonly gl: WebGL2RenderingContext) {}

  /**
   * Redirects the following draws to the own framebuffer. Draws must use {@link Variant.Distance}. `pixelRatio`: device pixels
   * per CSS pixel.
   */
  begin(pixelRatio: number): void {
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    // luma.gl answers from its cached state, without a wait for the GPU.
    this.outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    if (this.target?.width !== width || this.target.height !== height) {
      this.release();
      this.target = createTarget(gl, width, height);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.framebuffer);
    this.outerArea = scissorOf(gl);
    if (this.outerArea) gl.scissor(...grown(this.outerArea, Math.ceil(this.reachPx * pixelRatio)));
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clearBufferuiv(gl.COLOR, 1, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
  }

  /**
   * Ends {@link begin} and shades the outer framebuffer, with the matrix of the same camera. Leaves no vertex array or texture
   * bound, and changes the current program.
   */
  abstract shade(clipFromEnuAxes: Mat4, pixelRatio: number): void;

  /** Binds the outer framebuffer and its scissor again, and returns the own framebuffer. */
  protected end(): LinearDepthTarget {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.outer);
    if (this.outerArea) gl.scissor(...this.outerArea);
    return this.target!;
  }

  /** Frees the own framebuffer. The next {@link begin} allocates it again. */
  release(): void {
    const { gl, target } = this;
    if (!target) return;
    gl.deleteFramebuffer(target.framebuffer);
    gl.deleteTexture(target.color);
    gl.deleteTexture(target.distance);
    gl.deleteRenderbuffer(target.depth);
    this.target = null;
  }
}

/** Tangent of half the angle at which a perspective view has the scale of an orthographic one. */
const HALF_VIEW = Math.tan((CAMERA.fovYDeg * RAD_PER_DEG) / 2);

/**
 * Returns a, b and 0 of depth = a + b / distance: the value of the depth buffer (0…1) at a distance along the view axis. In a
 * perspective matrix the third row is a multiple of the fourth row (the view axis) plus a constant.
 *
 * In an orthographic matrix the fourth row is 0, 0, 0, 1. Then depth = b × distance, from the near plane, and the third number
 * is the distance (metres) from which a perspective view has the same scale: shares of a distance are shares of it.
 */
export function depthOfDistance(clip: Mat4): [a: number, b: number, orthoReachM: number] {
  if (clip[15] === 1)
    return [0, Math.hypot(clip[2], clip[6], clip[10]) / 2, 1 / Math.hypot(clip[1], clip[5], clip[9]) / HALF_VIEW];
  const a = clip[2] * clip[3] + clip[6] * clip[7] + clip[10] * clip[11];
  return [a / 2 + 0.5, clip[14] / 2, 0];
}

/** GLSL of the screen-space passes: {@link depthOfDistance} as a uniform, and what follows from it. */
export const DISTANCES = /* glsl */ `
uniform vec3 depthOfDistance;
float depthAt(float d) {
  return depthOfDistance.z > 0.0 ? depthOfDistance.y * d : depthOfDistance.x + depthOfDistance.y / d;
}
// How much nearer another distance is, as a share: on a plane it is linear in screen space.
float leadOf(float d, float other) { return depthOfDistance.z > 0.0 ? (d - other) / depthOfDistance.z : d / other - 1.0; }
// A distance that is smaller by a share.
float nearer(float d, float share) { return d - share * (depthOfDistance.z > 0.0 ? depthOfDistance.z : d); }
`;

const grown = ([x, y, width, height]: PixelArea, byPx: number): PixelArea => [
  Math.max(0, x - byPx),
  Math.max(0, y - byPx),
  width + 2 * byPx,
  height + 2 * byPx,
];

function createTarget(gl: WebGL2RenderingContext, width: number, height: number): LinearDepthTarget {
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
