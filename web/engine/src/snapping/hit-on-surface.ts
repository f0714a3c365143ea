import { type EnuFrame, add, scale, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { ToolHit } from '../tools/tool.ts';
import type { DrawnSide } from './near-triangles.ts';
import { surfaceAlong } from './point-surface.ts';
import { pointsInBeam } from './points-in-beam.ts';

/**
 * A hit on a point of a cloud, moved along its ray to the surface of the points there. Any other hit stays as it is: where no points are
 * around it, and where those are of no surface. Until the points are the finest (`isFinest`) the error is the distance between them: a surface
 * through few points may be another one.
 */
export function hitOnSurface(hit: ToolHit, { enuFromEcef }: EnuFrame, side: DrawnSide, isFinest: boolean): ToolHit {
  // The likely error of a point of a cloud is the spacing there (picking/pick-tiles.ts).
  const { ray, errorMetres: spacingM } = hit;
  if (hit.isAdded || hit.snap || !(spacingM > 0)) return hit;
  const originEnu = transformPoint(enuFromEcef, ray.origin);
  const directionEnu = transformDirection(enuFromEcef, ray.direction);
  const hitEnu = transformPoint(enuFromEcef, hit.pointEcef);
  const place = surfaceAlong(pointsInBeam(side, { originEnu, directionEnu }, hitEnu, spacingM), spacingM);
  if (!place) return hit;
  const errorMetres = isFinest ? place.errorMetres : Math.max(spacingM, place.errorMetres);
  return { ...hit, pointEcef: add(ray.origin, scale(ray.direction, place.alongM)), errorMetres };
}
