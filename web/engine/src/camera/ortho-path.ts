/** The path between two orthographic views: the middle of the view moves and zooms over the plant, and the camera turns. */
import {
  distance,
  add,
  mix,
  orientationFromQuaternion,
  quaternionOf,
  RAD_PER_DEG,
  scale,
  slerp,
  subtract,
} from '@overlook/shared/maths';
import { CAMERA } from '@overlook/shared/config';
import type { EnuPose } from '../view/enu-pose.ts';
import { type OrthoPose, heightAt, targetDistance } from './ortho-pose.ts';
import { smoothZoom } from './smooth-zoom.ts';

const FOV_RAD = CAMERA.fovYDeg * RAD_PER_DEG;

/** The pose at a share of the path, 0 to 1 in equal steps to the eye. */
export function orthoPath(from: OrthoPose, to: OrthoPose): (share: number) => EnuPose {
  const [reachFrom, reachTo] = [from, to].map((pose) => targetDistance(pose.orthoHeightM, FOV_RAD)) as [number, number];
  const middleOf = (pose: OrthoPose, reach: number) => add(pose.positionEnu, scale(pose.direction, reach));
  const [start, end] = [middleOf(from, reachFrom), middleOf(to, reachTo)];
  const way = distance(start, end);
  const zoom = smoothZoom(reachFrom, reachTo, way);
  const turns = [quaternionOf(from), quaternionOf(to)] as const;
  return (share) => {
    const { along, height: reach } = zoom.at(share * zoom.length);
    const orientation = orientationFromQuaternion(slerp(...turns, share));
    const middle = mix(start, end, way > 0 ? along / way : share);
    const positionEnu = subtract(middle, scale(orientation.direction, reach));
    return { positionEnu, ...orientation, orthoHeightM: heightAt(reach, FOV_RAD) };
  };
}
