/**
 * A picture of its own that some tiles are drawn to before they are seen: colour, and beside it the distance along the view
 * in metres, as the bits of a float32, so that the difference of two neighbours is as good at a kilometre as at a metre.
 * {@link EyeDome}, edges and the outline of what is selected are made of it. Of surfaces with styles of features, the colour
 * is the feature's id, lowest byte first.
 *
 * Where a scissor leaves only a part of the framebuffer to be drawn, the picture reaches so much farther that the pixels along
 * its edge find their neighbours, and look as they would without it.
 *
 * The picture is as large as the drawing buffer, 12 bytes a pixel, and is allocated again when that changes.
 */
import type { PixelArea } from '../view/swipe.ts';
import { createPixelTexture } from './covering.ts';
import { scissorOf } from './scissor.ts';

export interface DistancePicture {
  width: number;
  height: number;
  framebuffer: WebGLFramebuffer;
  color: WebGLTexture;
  distance: WebGLTexture;
  depth: WebGLRenderbuffer;
}

export abstract class DistancePass {
  /** How far around a pixel {@link shade} looks, CSS pixels. */
  protected abstract readonly reachPx: number;
  private picture: DistancePicture | null = null;
  private outer: WebGLFramebuffer | null = null;
  /** Of the framebuffer, what may be drawn to; null for all of it. */
  private outerArea: PixelArea | null = null;

  constructor(protected readonly gl: WebGL2RenderingContext) {}

  /** What is drawn from here on lands in the own picture. Variants must be those with distances. `pixelRatio`: CSS to device pixels. */
  begin(pixelRatio: number): void {
    const { gl } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    // Answered by luma.gl from its own record of the state: no wait for the GPU.
    this.outer = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    if (this.picture?.width !== width || this.picture.height !== height) {
      this.release();
      this.picture = createPicture(gl, width, height);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.picture.framebuffer);
    this.outerArea = scissorOf(gl);
    if (this.outerArea) gl.scissor(...grown(this.outerArea, Math.ceil(this.reachPx * pixelRatio)));
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clearBufferuiv(gl.COLOR, 1, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
  }

  /**
   * Ends {@link begin}, for the camera that it was drawn with: draws the outer framebuffer from the picture. Leaves no vertex
   * array or texture behind, and another program than before.
   */
  abstract shade(clipFromEnuAxes: ArrayLike<number>, pixelRatio: number): void;

  /** Goes back to the framebuffer that was bound before, and hands out the picture. */
  protected end(): DistancePicture {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.outer);
    if (this.outerArea) gl.scissor(...this.outerArea);
    return this.picture!;
  }

  /** Gives the picture's memory back; the next {@link begin} makes another. */
  release(): void {
    const { gl, picture } = this;
    if (!picture) return;
    gl.deleteFramebuffer(picture.framebuffer);
    gl.deleteTexture(picture.color);
    gl.deleteTexture(picture.distance);
    gl.deleteRenderbuffer(picture.depth);
    this.picture = null;
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

function createPicture(gl: WebGL2RenderingContext, width: number, height: number): DistancePicture {
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
