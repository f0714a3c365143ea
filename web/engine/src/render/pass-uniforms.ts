/** Uniforms that are the same for all draws of a program in a pass. */
import type { RenderCamera } from '../view/camera-frame.ts';
import { hazeClear } from '../view/haze.ts';
import { COLORED_POINTS } from './draw-variant.ts';
import { depthOfDistance } from './linear-depth-pass.ts';
import { FEATURE_UNIT, type FeatureStyleTable } from './feature-style.ts';
import { setMapUnits } from './gpu-finish.ts';
import { setPointColors, setPointLimits } from './point-uniforms.ts';
import type { TileProgram } from './tile-program.ts';
import { HATCH_PX } from './tile-fragment.ts';
import type { RenderStyle } from './tile-pass.ts';
import { FINISH_MAPS, Variant } from './tile-shader.ts';

/** Sets the uniforms of the current program, which was compiled for `variant`. */
export function setPassUniforms(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  variant: number,
  camera: RenderCamera,
  style: RenderStyle,
): void {
  gl.uniform4f(program.haze, Math.max(1, camera.z), style.haze, ...hazeClear(camera.z));
  if (program.sight) setSight(gl, program.sight, camera);
  if (program.light) gl.uniform3fv(program.light, style.light);
  if (variant & Variant.Shadow) style.shadowMap!.setUniforms(program, camera);
  if (program.textureBias) gl.uniform1f(program.textureBias, camera.textureBias ?? 0);
  if (variant & Variant.Points) setPointLimits(gl, program, style, camera);
  if (style.points && variant & COLORED_POINTS) setPointColors(gl, program, style.points, camera);
  if (variant & FINISH_MAPS) setMapUnits(gl, program.handle);
  if (program.hatchPx) gl.uniform1f(program.hatchPx, HATCH_PX * style.pixelRatio);
}

/** The direction of an orthographic view and its depth per metre; zeros for a perspective view. */
function setSight(gl: WebGL2RenderingContext, at: WebGLUniformLocation, camera: RenderCamera): void {
  const { clipFromEnuAxes: m, isOrtho } = camera;
  if (!isOrtho) return gl.uniform4f(at, 0, 0, 0, 0);
  const [, depthPerMetre] = depthOfDistance(m);
  const length = 2 * depthPerMetre;
  gl.uniform4f(at, m[2] / length, m[6] / length, m[10] / length, depthPerMetre);
}

/** The program is in use, and draws the features of a pass. */
export function setFeatureStyles(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  { count, rest }: FeatureStyleTable,
  featurePass: number,
): void {
  gl.uniform1i(program.featureStyleTable, FEATURE_UNIT);
  gl.uniform1ui(program.featureCount, count);
  gl.uniform4f(program.restStyle, rest[0]! / 255, rest[1]! / 255, rest[2]! / 255, rest[3]! / 255);
  gl.uniform1i(program.featurePass, featurePass);
}
