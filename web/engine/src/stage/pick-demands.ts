import { type EnuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { PickDemand } from '../tiles/finest-tiles.ts';
import type { Unrefined } from '../tools/tool.ts';

/** The picked points that need the finest tiles of a layer, in the site frame. */
export const pickDemands = (
  unrefined: readonly Unrefined[],
  modeltypeId: number,
  { enuFromEcef }: EnuFrame,
): PickDemand[] =>
  unrefined.flatMap(({ ray, pointEcef, errorMetres, modeltypeId: layer }) => {
    if (!ray || layer !== modeltypeId) return [];
    const [originEnu, pointEnu] = [transformPoint(enuFromEcef, ray.origin), transformPoint(enuFromEcef, pointEcef)];
    return [{ originEnu, pointEnu, directionEnu: transformDirection(enuFromEcef, ray.direction), reach: errorMetres }];
  });
