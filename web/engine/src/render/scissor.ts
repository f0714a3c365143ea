/** Viewport and scissor. luma.gl answers from its cached state, without a wait for the GPU. */
import type { PixelArea } from '../view/swipe.ts';

const areaOf = ([x, y, width, height]: ArrayLike<number> & Iterable<number>): PixelArea => [x!, y!, width!, height!];

export const viewportOf = (gl: WebGL2RenderingContext): PixelArea => areaOf(gl.getParameter(gl.VIEWPORT) as Int32Array);

/** Returns the scissor box; null if the scissor test is off. */
export const scissorOf = (gl: WebGL2RenderingContext): PixelArea | null =>
  gl.isEnabled(gl.SCISSOR_TEST) ? areaOf(gl.getParameter(gl.SCISSOR_BOX) as Int32Array) : null;

/**
 * Calls `draw` with the scissor set to an area of the framebuffer; null for the whole framebuffer. Restores the previous scissor.
 */
export function withinArea(gl: WebGL2RenderingContext, area: PixelArea | null, draw: () => void): void {
  if (!area) return draw();
  const before = scissorOf(gl);
  gl.enable(gl.SCISSOR_TEST);
  gl.scissor(...area);
  draw();
  if (before) gl.scissor(...before);
  else gl.disable(gl.SCISSOR_TEST);
}
