/** Orbit: the camera turns about a point that keeps its distance and its place on screen. Level, and never over a pole. */
import { DRAG } from '@overlook/shared/config';
import {
  type Orientation,
  type Vec3,
  type VerticalAxes,
  uprightAnglesOf,
  axesForVertical,
  distance,
  orientationOf,
  scale,
  subtract,
} from '@overlook/shared/maths';
import type { GroundModel } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { type Perspective, type ScreenXy, screenRay } from '../view/screen-ray.ts';
import { alongView, heldAt, isOrtho } from './ortho-pose.ts';

export interface Orbit {
  readonly pivot: Vec3;
  /** The fixed position of the pivot on the screen. */
  readonly screenXy: ScreenXy;
  /** Metres between camera and pivot; in an orthographic view along it. */
  readonly reach: number;
  readonly axes: VerticalAxes;
}

export function orbitAbout(pose: EnuPose, pivot: Vec3, screenXy: ScreenXy, ground: GroundModel): Orbit {
  const reach = isOrtho(pose) ? alongView(pose, pivot) : distance(pivot, pose.positionEnu);
  return { pivot, screenXy, reach, axes: axesForVertical(ground.verticalAt(pivot)) };
}

/** Turned by these angles in radians; `levelling` 0 keeps the roll, 1 removes it. The pitch ends at the poles. */
export function orbitBy(
  orbit: Orbit,
  pose: EnuPose,
  turn: { headingRad: number; pitchRad: number; levelling: number },
  perspective: Perspective,
): EnuPose {
  const orientation = turnedBy(pose, orbit.axes, turn);
  if (isOrtho(pose))
    return heldAt(orbit.pivot, orientation, pose.orthoHeightM, orbit.reach, orbit.screenXy, perspective);
  const ray = screenRay(orientation, orbit.screenXy, perspective);
  return { positionEnu: subtract(orbit.pivot, scale(ray, orbit.reach)), ...orientation };
}

/** Smaller rolls than this (radians) are removed immediately. */
const LEAST_ROLL_RAD = 1e-4;

/** An orientation rotated by heading and pitch, the pitch held between straight down and straight up. */
export function turnedBy(
  orientation: Orientation,
  axes: VerticalAxes,
  { headingRad, pitchRad, levelling }: { headingRad: number; pitchRad: number; levelling: number },
): Orientation {
  const angles = uprightAnglesOf(orientation, axes);
  const rollRad = angles.rollRad * (1 - levelling);
  return orientationOf(
    {
      headingRad: angles.headingRad + headingRad,
      pitchRad: Math.min(Math.PI / 2, Math.max(-Math.PI / 2, angles.pitchRad + pitchRad)),
      rollRad: levelling > 0 && Math.abs(rollRad) < LEAST_ROLL_RAD ? 0 : rollRad,
    },
    axes,
  );
}

/** The share of a roll that is removed after a drag of this many CSS pixels: 0…1. */
export const levellingOf = (movedPx: number): number => 1 - Math.exp(-movedPx / DRAG.levelPx);
