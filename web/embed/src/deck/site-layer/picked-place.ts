/** Position of a pick with depth, with higher precision than deck.gl. */
import type { PickingInfo } from '@deck.gl/core';
import {
  llaFromEcef,
  invertAffine,
  type Lla,
  ecefFromLla,
  transformPoint,
  type Vec3,
  toMat4,
} from '@overlook/shared/maths';
import { llaFromCommon } from '../placement/host-space.ts';
import type { SiteDrawing } from './site-drawing.ts';

/**
 * Returns the picked position; null without a depth. deck.gl combines the depth at the centre of a pixel with the position of its
 * corner: half a pixel is decimetres on the ground. It also converts heights to metres with the scale at the centre of the view.
 */
export function pickedPlace(info: PickingInfo, drawing: SiteDrawing): { lla: Lla; pointEcef: Vec3 } | null {
  const { viewport, coordinate, devicePixel, pixelRatio } = info;
  if (!viewport || !devicePixel || coordinate?.length !== 3) return null;
  const depth = viewport.project(coordinate)[2]!;
  const [column, row] = devicePixel;
  // Device pixels count from the bottom of the canvas; the view may be a part of the canvas.
  const canvasHeight = (info.layer?.context.deck?.height ?? viewport.height) || viewport.height;
  const x = (column + 0.5) / pixelRatio - viewport.x;
  const y = canvasHeight - (row + 0.5) / pixelRatio - viewport.y;
  const common = viewport.projectPosition(viewport.unproject([x, y, depth])) as Vec3;
  const { space, originCommon, linear } = drawing.placement(viewport);
  if (space !== 'local') {
    const lla = llaFromCommon(space, common);
    const lowered = { ...lla, height: lla.height - drawing.raise };
    return { lla, pointEcef: ecefFromLla(lowered) };
  }
  const placement = toMat4(linear);
  placement.set(originCommon, 12);
  const placed = invertAffine(placement);
  const pointEcef = transformPoint(drawing.frame.ecefFromEnu, transformPoint(placed, common));
  return { lla: llaFromEcef(pointEcef), pointEcef };
}
