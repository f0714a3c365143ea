import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import type { EnuPose } from './types.ts';

/** A level camera at `position` looking at `target`; both ENU metres. */
export function lookAt(position: Vec3, target: Vec3): EnuPose {
  const direction = normalize(subtract(target, position));
  const right = normalize(cross(direction, [0, 0, 1]));
  return { position, direction, up: cross(right, direction) };
}
