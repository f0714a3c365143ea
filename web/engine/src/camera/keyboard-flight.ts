/**
 * Keyboard flight. The step of specification §9 is per 1/60 s; here it is a speed, integrated exactly for the growth of
 * speed with height, so that every frame rate flies the same path.
 */
import { CAMERA, KEYBOARD_FLIGHT } from '@overlook/shared/config';
import {
  RAD_PER_DEG,
  type Vec3,
  add,
  axesForVertical,
  dot,
  length,
  normalize,
  rightOf,
  scale,
  subtract,
} from '@overlook/shared/maths';
import type { GroundModel } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { turnedBy } from './orbit.ts';
import { type OrthoPose, isOrtho, targetDistance, zoomedAbout } from './ortho-pose.ts';

const FOV_RAD = CAMERA.fovYDeg * RAD_PER_DEG;

/** The direction of the keys: −1, 0 or 1 each. */
export interface FlightInput {
  forward: number;
  right: number;
  up: number;
  /** Look to the right, look up. */
  yaw: number;
  pitch: number;
  isFast: boolean;
}

/** The pose after `dtMs` of flight. Looks half, moves, looks half, so that curves keep their shape at low frame rates. */
export function flyStep(pose: EnuPose, input: FlightInput, dtMs: number, ground: GroundModel): EnuPose {
  const steps = (dtMs / 1000) * KEYBOARD_FLIGHT.stepsPerSecond;
  if (isOrtho(pose)) return orthoStep(pose, input, steps, ground);
  return look(move(look(pose, input, steps / 2, ground), input, steps, ground), input, steps / 2, ground);
}

function look(pose: EnuPose, input: FlightInput, steps: number, ground: GroundModel): EnuPose {
  if (input.yaw === 0 && input.pitch === 0) return pose;
  const turn = KEYBOARD_FLIGHT.turnStepRad * steps;
  const axes = axesForVertical(ground.verticalAt(pose.positionEnu));
  const angles = { headingRad: input.yaw * turn, pitchRad: input.pitch * turn, levelling: 0 };
  return { positionEnu: pose.positionEnu, ...turnedBy(pose, axes, angles) };
}

function move(pose: EnuPose, input: FlightInput, steps: number, ground: GroundModel): EnuPose {
  const vertical = ground.verticalAt(pose.positionEnu);
  const right = rightOf(pose);
  const push = ([0, 1, 2] as const).map(
    (i) => pose.direction[i] * input.forward + right[i] * input.right + vertical[i] * input.up,
  ) as Vec3;
  if (length(push) < 1e-9) return pose;
  const course = normalize(push);
  const perStep = 1 / (input.isFast ? KEYBOARD_FLIGHT.heightDivisorFast : KEYBOARD_FLIGHT.heightDivisor);
  const way = wayOf(ground.heightAt(pose.positionEnu), dot(course, vertical), perStep * steps);
  const p = pose.positionEnu;
  const [dx, dy, dz] = scale(course, way);
  return { positionEnu: [p[0] + dx, p[1] + dy, p[2] + dz], direction: pose.direction, up: pose.up };
}

/** In an orthographic view the keys move the picture: forward zooms, up and right slide, looking turns about its middle. */
function orthoStep(pose: OrthoPose, input: FlightInput, steps: number, ground: GroundModel): EnuPose {
  const middleOf = (at: OrthoPose) => scale(at.direction, targetDistance(at.orthoHeightM, FOV_RAD));
  const rate = steps / (input.isFast ? KEYBOARD_FLIGHT.heightDivisorFast : KEYBOARD_FLIGHT.heightDivisor);
  const turn = KEYBOARD_FLIGHT.turnStepRad * steps;
  const middle = add(pose.positionEnu, middleOf(pose));
  const axes = axesForVertical(ground.verticalAt(middle));
  const angles = { headingRad: input.yaw * turn, pitchRad: input.pitch * turn, levelling: 0 };
  const turned: OrthoPose = { ...turnedBy(pose, axes, angles), positionEnu: middle, orthoHeightM: pose.orthoHeightM };
  const seen = zoomedAbout(turned, middle, Math.exp(-input.forward * rate));
  const slide = add(scale(rightOf(seen), input.right), scale(seen.up, input.up));
  const slid = add(middle, scale(slide, rate * seen.orthoHeightM));
  return { ...seen, positionEnu: subtract(slid, middleOf(seen)) };
}

/**
 * Metres flown while `rate` (height fractions) passes: the speed is proportional to the height, which grows with the
 * distance times `climb` (sine of the climb angle). Below the least height the speed is constant; the path is split
 * where that changes.
 */
function wayOf(height: number, climb: number, rate: number): number {
  const least = KEYBOARD_FLIGHT.minHeight;
  if (height <= least) {
    const straight = least * rate;
    if (climb <= 0 || height + straight * climb <= least) return straight;
    const below = (least - height) / climb;
    return below + wayOf(least * (1 + 1e-12), climb, rate - below / least);
  }
  const growth = climb * rate;
  const free = Math.abs(growth) < 1e-9 ? height * rate : (height * Math.expm1(growth)) / climb;
  if (height + free * climb >= least) return free;
  const above = (least - height) / climb;
  return above + least * (rate - Math.log(least / height) / climb);
}
