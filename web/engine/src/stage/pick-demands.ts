import { type EnuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { PickDemand } from '../tiles/finest-tiles.ts';
import { type CaptureKey, isSameCapture } from '../tools/capture-key.ts';
import type { Unrefined } from '../tools/tool.ts';

/** The picked points that need the finest tiles of a capture, in the site frame. */
export const pickDemands = (
  unrefined: readonly Unrefined[],
  capture: CaptureKey,
  { enuFromEcef }: EnuFrame,
): PickDemand[] =>
  unrefined.flatMap((point) => {
    const { ray, pointEcef, errorMetres } = point;
    if (!ray || !isSameCapture(point, capture)) return [];
    const [originEnu, pointEnu] = [transformPoint(enuFromEcef, ray.origin), transformPoint(enuFromEcef, pointEcef)];
    return [{ originEnu, pointEnu, directionEnu: transformDirection(enuFromEcef, ray.direction), reach: errorMetres }];
  });
