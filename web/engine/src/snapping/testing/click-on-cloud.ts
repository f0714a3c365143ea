import { type EnuFrame, type Vec3, IDENTITY, subtract, add } from '@overlook/shared/maths';
import { type TilePick, pickTiles } from '../../picking/pick-tiles.ts';
import { pickRayOf } from '../../stage/pick-ray.ts';
import type { RayEcef, ToolHit } from '../../tools/tool.ts';
import type { CameraFrame } from '../../view/camera-frame.ts';
import type { ViewRay } from '../../view/view-rays.ts';
import { hitOnSurface } from '../hit-on-surface.ts';
import { drawnCloud } from './meshes.ts';

/** A picture of 1440 × 900 CSS pixels, 60° high, whose middle is clicked. */
const PIXELS_PER_METRE_AT_1_M = 450 / Math.tan(Math.PI / 6);
const POINT_SIZE_PX = 2.7;

/** The frame of made places, which have no other. */
export const ENU_AS_ECEF = { enuFromEcef: IDENTITY } as EnuFrame;

export const toolHitOf = (
  { pointEnu, featureId, errorMetres }: TilePick,
  { originEnu, directionEnu }: ViewRay,
): ToolHit => ({
  pointEcef: pointEnu,
  modeltypeId: 1,
  featureId,
  errorMetres,
  ray: { origin: originEnu, direction: directionEnu },
});

/** The clicked place of a tool in a drawn cloud: points about `spacingM` apart, the ray of the camera, all in one frame of metres. */
export function clickOnCloud(points: readonly Vec3[], spacingM: number, ray: RayEcef): ToolHit | null {
  // Tiles keep their points as floats of 32 bits near their own origin.
  const [first] = points;
  if (!first) return null;
  const side = drawnCloud(
    points.map((point) => subtract(point, first)),
    spacingM,
  );
  const near: RayEcef = { ...ray, origin: subtract(ray.origin, first) };
  const view = { originEnu: near.origin, directionEnu: near.direction };
  const camera = { direction: near.direction, pixelsPerMetre: PIXELS_PER_METRE_AT_1_M, near: 0.1 } as CameraFrame;
  const pick = pickTiles(side.items, pickRayOf(camera, view, POINT_SIZE_PX), side.geometries);
  if (!pick) return null;
  const hit = hitOnSurface(toolHitOf(pick, view), ENU_AS_ECEF, side, true);
  return { ...hit, pointEcef: add(hit.pointEcef, first), ray };
}
