import { type Lla, type Vec3, distance, llaFromEcef, ecefFromLla } from '@overlook/shared/maths';
import type { SectionBox, Stage } from '@overlook/engine';
import { findCentre } from './view-actions.ts';

/** Side of a new box as a share of the distance to it: it fills about a third of the view. */
const SHARE = 0.35;
/**
 * Sides are multiples of these steps, metres, and are at least {@link SIDE_LEAST} (the box of an export begins at 2.5
 * m).
 */
const SIDE_STEP = 0.5;
const SIDE_LEAST = 2.5;
/** The ground is inside the box, as its floor. */
const UNDER_GROUND = 0.5;

/**
 * Calls back with a box on what the middle of the view shows, or on `ground` (a ground point of the site) when that is sky. Its base is on
 * the ground; around a place that is higher than the box, or deeper than the ground, the place is in its middle.
 */
export function findDefaultBox(
  stage: Pick<Stage, 'pickSoon' | 'pose' | 'size'>,
  ground: Lla,
  onBox: (box: SectionBox) => void,
): void {
  findCentre(stage, (centre) => onBox(boxAround(centre ?? ecefFromLla(ground), stage.pose().position, ground)));
}

function boxAround(pointEcef: Vec3, eyeEcef: Vec3, ground: Lla): SectionBox {
  const side = Math.round((distance(eyeEcef, pointEcef) * SHARE) / SIDE_STEP) * SIDE_STEP;
  const length = Math.max(SIDE_LEAST, side);
  const place = llaFromEcef(pointEcef);
  const standing = ground.height - UNDER_GROUND + length / 2;
  const isInside = Math.abs(place.height - standing) < length / 2;
  const centerEcef = isInside ? ecefFromLla({ ...place, height: standing }) : pointEcef;
  return { centerEcef, size: [length, length, length], headingRad: 0 };
}
