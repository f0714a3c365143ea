/** Uniforms of points, in addition to those of all tiles (point-shader.ts). */
import { SPLATS } from '@overlook/shared/config';
import { SCAN_BITS } from '../content/points/scan-values.ts';
import type { RenderCamera } from '../view/camera-frame.ts';
import { depthOfDistance } from './linear-depth-pass.ts';
import type { Draw } from './draw-variant.ts';
import type { PointStyle } from './point-colors.ts';
import { pointWidths } from './point-shader.ts';
import type { TileProgram } from './tile-program.ts';
import type { RenderStyle } from './tile-pass.ts';

/** Texture unit of the point colour table. */
export const POINT_COLOR_UNIT = 2;

/** Sets the size limits, once for each pass. */
export function setPointLimits(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  { pointSizePx, pixelRatio }: RenderStyle,
  camera: RenderCamera,
): void {
  const perMetre = camera.pixelsPerMetre * pixelRatio;
  gl.uniform3f(program.pointLimits, pointSizePx, Math.max(pointSizePx, SPLATS.mostPx * pixelRatio), perMetre);
  gl.uniform1f(program.depthPerInverse, depthOfDistance(camera.clipFromEnuAxes)[1]);
}

/** Sets the colours, once for each pass, for variants that read the table. */
export function setPointColors(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  { coloredBy, ramp }: PointStyle,
  camera: RenderCamera,
): void {
  gl.uniform1i(program.pointColorTable, POINT_COLOR_UNIT);
  gl.uniform2f(program.pointRamp, ...ramp);
  if (coloredBy === 'height') gl.uniform3f(program.cameraEnu, camera.x, camera.y, camera.z);
  else if (coloredBy) gl.uniform2ui(program.scanBits, SCAN_BITS[coloredBy].shift, SCAN_BITS[coloredBy].most);
}

/** Sets the point sizes of one draw. */
export function setPointWidths(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  { primitive, finer }: Draw,
  { pixelRatio }: RenderStyle,
): void {
  const [own, finest, finestPx] = pointWidths(primitive.spacing, finer);
  gl.uniform3f(program.pointWidths, own, finest, finestPx * pixelRatio);
}
