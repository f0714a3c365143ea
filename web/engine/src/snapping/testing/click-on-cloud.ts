import { type Vec3, IDENTITY, subtract, add } from '@overlook/shared/maths';
import { pickTiles } from '../../picking/pick-tiles.ts';
import { pickRayOf } from '../../stage/pick-ray.ts';
import type { RayEcef, ToolHit } from '../../tools/tool.ts';
import type { CameraFrame } from '../../view/camera-frame.ts';
import { hitOnSurface } from '../hit-on-surface.ts';
import { drawnCloud } from './meshes.ts';

/** A picture of 1440 × 900 CSS pixels, 60° high, whose middle is clicked. */
const PIXELS_PER_METRE_AT_1_M = 450 / Math.tan(Math.PI / 6);
const POINT_SIZE_PX = 2.7;

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
  const { pointEnu, featureId, errorMetres } = pick;
  const plain = { pointEcef: pointEnu, modeltypeId: 1, featureId, errorMetres, ray: near };
  const hit = hitOnSurface(plain, { enuFromEcef: IDENTITY } as Parameters<typeof hitOnSurface>[1], side, true);
  return { ...hit, pointEcef: add(hit.pointEcef, first), ray };
}
