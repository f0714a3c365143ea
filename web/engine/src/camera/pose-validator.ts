import { CAMERA } from '@overlook/shared/config';
import type { GroundModel } from './ground-model.ts';
import { type EnuPose, isDrawable } from '../view/enu-pose.ts';

/**
 * Every new pose passes this check: one that is not finite, or rises above the greatest height, is refused, and the
 * camera does not move. Returns whether the pose was accepted.
 */
export function createPoseValidator(
  getPose: () => EnuPose,
  setPose: (pose: EnuPose) => void,
  ground: () => GroundModel,
): (pose: EnuPose) => boolean {
  return (pose) => {
    if (!isDrawable(pose)) return false;
    const { heightAt } = ground();
    const height = heightAt(pose.positionEnu);
    // Turning the globe from the limit itself must not be refused for a rounding error.
    const isClimbing = height > heightAt(getPose().positionEnu) * (1 + 1e-9);
    if (height > CAMERA.maxHeight && isClimbing) return false;
    setPose(pose);
    return true;
  };
}
