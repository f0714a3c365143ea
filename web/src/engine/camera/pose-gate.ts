import { CAMERA } from '@overlook/shared/config';
import type { Earth } from './earth.ts';
import { type EnuPose, isDrawable } from './enu-pose.ts';

/**
 * The only way to a new pose: one that is not finite, or climbs beyond the greatest height, is refused and the camera
 * stays where it is. Answers whether the pose was taken.
 */
export function createPoseGate(
  getPose: () => EnuPose,
  setPose: (pose: EnuPose) => void,
  earth: () => Earth,
): (pose: EnuPose) => boolean {
  return (pose) => {
    if (!isDrawable(pose)) return false;
    const { heightAt } = earth();
    const height = heightAt(pose.positionEnu);
    // Turning the globe from the limit itself must not be refused for a rounding error.
    const isClimbing = height > heightAt(getPose().positionEnu) * (1 + 1e-9);
    if (height > CAMERA.maxHeight && isClimbing) return false;
    setPose(pose);
    return true;
  };
}
