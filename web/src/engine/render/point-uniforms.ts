/** What the shaders of points read besides that of all tiles (point-shader.ts). */
import { SPLATS } from '@overlook/shared/config';
import type { RenderCamera } from '../view/camera-frame.ts';
import { depthOfDistance } from './distance-pass.ts';
import type { Draw } from './draw-variant.ts';
import { pointWidths } from './point-shader.ts';
import type { TileProgram } from './programs.ts';
import type { RenderStyle } from './tile-pass.ts';

/** Once for a picture. */
export function setPointLimits(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  { pointSizePx, pixelRatio }: RenderStyle,
  camera: RenderCamera,
): void {
  const perMetre = camera.pixelsPerRadian * pixelRatio;
  gl.uniform3f(program.pointLimits, pointSizePx, Math.max(pointSizePx, SPLATS.mostPx * pixelRatio), perMetre);
  gl.uniform1f(program.depthPerInverse, depthOfDistance(camera.clipFromEnuAxes)[1]);
}

/** For each draw. */
export function setPointWidths(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  { primitive, finer }: Draw,
  { pixelRatio }: RenderStyle,
): void {
  const [own, finest, finestPx] = pointWidths(primitive.spacing, finer);
  gl.uniform3f(program.pointWidths, own, finest, finestPx * pixelRatio);
}
