import {
  BOX_SIDE_DEFAULT,
  dot,
  llaFromEcef,
  enuAxesAt,
  type Lla,
  ecefFromLla,
  type Pose,
  add,
  scale,
  type Vec3,
} from '@overlook/shared/maths';
import type { SectionBox, Stage } from '@overlook/engine';

/** A camera that looks up, or less steeply down than this (sine), looks at no place on the ground. */
const LEAST_DESCENT = 0.05;

/** A new box of the specification's size (§9 "Export") about a place, ECEF metres. */
export const boxAt = (centerEcef: Vec3): SectionBox => ({
  centerEcef,
  size: [BOX_SIDE_DEFAULT, BOX_SIDE_DEFAULT, BOX_SIDE_DEFAULT],
  headingRad: 0,
});

/** A place of a screen, in shares of its width and height. */
export interface ScreenSpot {
  readonly xShare: number;
  readonly yShare: number;
}

const MIDDLE: ScreenSpot = { xShare: 0.5, yShare: 0.5 };

/**
 * Calls back ({@link Stage.pickSoon}) with the point on a screen at the spot, else in its middle, ECEF metres; null for the
 * sky, or until the model has loaded. A panel that opens meanwhile moves the spot, so it is asked again.
 */
export function findSeenPoint(
  stage: Pick<Stage, 'pickSoon' | 'size'>,
  onPoint: (pointEcef: Vec3 | null) => void,
  spot: ScreenSpot = MIDDLE,
): void {
  const { width, height } = stage.size();
  stage.pickSoon(spot.xShare * width, spot.yShare * height, (pick) => {
    const now = stage.size();
    if (now.width !== width || now.height !== height) findSeenPoint(stage, onPoint, spot);
    else if (pick || spot === MIDDLE) onPoint(pick?.pointEcef ?? null);
    else findSeenPoint(stage, onPoint);
  });
}

/**
 * The target of a site's home view: the point where its view axis meets the height of the site's ground point, else
 * that point. ECEF metres.
 */
export function homeFocus(ground: Lla, homePose: Pose | null): Vec3 {
  const groundEcef = ecefFromLla(ground);
  if (!homePose) return groundEcef;
  const { position, direction } = homePose;
  const descent = -dot(direction, enuAxesAt(position).up);
  const metres = (llaFromEcef(position).height - ground.height) / descent;
  return descent > LEAST_DESCENT && metres > 0 ? add(position, scale(direction, metres)) : groundEcef;
}
