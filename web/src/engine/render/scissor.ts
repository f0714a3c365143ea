/** Which part of the framebuffer is drawn to. luma.gl answers from its own record of the state: no wait for the GPU. */
import type { PixelArea } from '../view/swipe.ts';

const areaOf = ([x, y, width, height]: ArrayLike<number> & Iterable<number>): PixelArea => [x!, y!, width!, height!];

export const viewportOf = (gl: WebGL2RenderingContext): PixelArea => areaOf(gl.getParameter(gl.VIEWPORT) as Int32Array);

/** The area that may be drawn to; null for all of the framebuffer. */
export const scissorOf = (gl: WebGL2RenderingContext): PixelArea | null =>
  gl.isEnabled(gl.SCISSOR_TEST) ? areaOf(gl.getParameter(gl.SCISSOR_BOX) as Int32Array) : null;

/** Draws so that only an area of the framebuffer changes, null for all of it. The scissor is then as it was before. */
export function withinArea(gl: WebGL2RenderingContext, area: PixelArea | null, draw: () => void): void {
  if (!area) return draw();
  const before = scissorOf(gl);
  gl.enable(gl.SCISSOR_TEST);
  gl.scissor(...area);
  draw();
  if (before) gl.scissor(...before);
  else gl.disable(gl.SCISSOR_TEST);
}
