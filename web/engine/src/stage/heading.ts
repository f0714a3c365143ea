import { add, length, orthonormal, scale, subtract, type Vec3 } from '@overlook/shared/maths';
import { TILE_OPTIONS } from '../tiles/tile-options.ts';
import { type EnuPose, orthoOf } from '../view/enu-pose.ts';

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
    if (passedMs < TILE_OPTIONS.aheadRenewMs) return this.ahead;
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
  const turned = scale(
    turn,
    Math.min(TILE_OPTIONS.turnAheadMs, TILE_OPTIONS.mostTurnAhead / Math.max(length(turn), STILL_PER_MS)),
  );
  return {
    positionEnu: add(to.positionEnu, scale(velocity, TILE_OPTIONS.aheadMs)),
    ...orthonormal(add(to.direction, turned), to.up),
    ...orthoOf(to),
  };
}
