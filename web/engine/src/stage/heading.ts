import { add, length, orthonormal, scale, subtract, type Vec3 } from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';

/** Time by which a movement is extrapolated: about the loading time of the tiles of a view on a usual connection. */
const AHEAD_MS = 1000;
/** Turns are short, so their extrapolation is shorter. */
const TURN_AHEAD_MS = 400;
/** Largest predicted turn, as the length of the difference of two unit vectors. */
const TURN_AT_MOST = 0.7;
/** Shortest interval between two predictions, because each one costs a selection. */
const RENEW_MS = 250;
/** Slower movements count as rest, metres and radians per millisecond. */
const STILL_PER_MS = 1e-6;

interface Sample {
  readonly pose: EnuPose;
  readonly atMs: number;
}

/** Predicts the pose of the camera for a movement that continues as before. */
export class Heading {
  private from: Sample | null = null;
  private ahead: EnuPose | null = null;

  /**
   * Records the pose of a frame. Returns the predicted pose, which is the same object until there is a newer one; null
   * for a camera at rest.
   */
  frame(pose: EnuPose, isMoving: boolean, nowMs: number): EnuPose | null {
    if (!isMoving) return (this.from = this.ahead = null);
    this.from ??= { pose, atMs: nowMs };
    const passedMs = nowMs - this.from.atMs;
    if (passedMs < RENEW_MS) return this.ahead;
    this.ahead = poseAhead(this.from.pose, pose, passedMs);
    this.from = { pose, atMs: nowMs };
    return this.ahead;
  }
}

/** Null without a movement. */
function poseAhead(from: EnuPose, to: EnuPose, passedMs: number): EnuPose | null {
  const perMs = (a: Vec3, b: Vec3) => scale(subtract(b, a), 1 / passedMs);
  const velocity = perMs(from.positionEnu, to.positionEnu);
  const turn = perMs(from.direction, to.direction);
  if (length(velocity) < STILL_PER_MS && length(turn) < STILL_PER_MS) return null;
  const turned = scale(turn, Math.min(TURN_AHEAD_MS, TURN_AT_MOST / Math.max(length(turn), STILL_PER_MS)));
  return {
    positionEnu: add(to.positionEnu, scale(velocity, AHEAD_MS)),
    ...orthonormal(add(to.direction, turned), to.up),
  };
}
