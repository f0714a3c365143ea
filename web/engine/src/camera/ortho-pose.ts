/**
 * Poses of orthographic views. The camera of one is at the distance from which a perspective view has the same scale, so that a
 * change of the projection keeps what is seen at that distance, and its size.
 */
import {
  type Orientation,
  type ReadonlyVec3,
  type Vec3,
  add,
  dot,
  mix,
  orthoHeightWithin,
  scale,
  subtract,
} from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';
import { type Perspective, type ScreenXy, screenOffset } from '../view/screen-ray.ts';

/** A pose of an orthographic view. */
export type OrthoPose = EnuPose & { readonly orthoHeightM: number };

export const isOrtho = (pose: EnuPose): pose is OrthoPose => pose.orthoHeightM !== undefined;

/** Metres that the height of the picture shows at a distance in metres, for a vertical field of view in radians. */
export const heightAt = (distanceM: number, fovYRad: number): number => 2 * distanceM * Math.tan(fovYRad / 2);

/** Metres from the camera of an orthographic view to the plane that a perspective view shows at the same scale. */
export const targetDistance = (orthoHeightM: number, fovYRad: number): number =>
  orthoHeightM / (2 * Math.tan(fovYRad / 2));

/** Metres along the view to a point; negative behind the camera. */
export const alongView = (pose: EnuPose, pointEnu: ReadonlyVec3): number =>
  dot(subtract(pointEnu, pose.positionEnu), pose.direction);

/** The orthographic view of the scale that a perspective view has at a distance, metres. */
export const orthoPose = ({ positionEnu, direction, up }: EnuPose, distanceM: number, fovYRad: number): OrthoPose => ({
  positionEnu,
  direction,
  up,
  orthoHeightM: orthoHeightWithin(heightAt(distanceM, fovYRad)),
});

/** The perspective view of the scale of an orthographic one at a point on its axis; where null is given, from its own camera. */
export function perspectivePose(pose: OrthoPose, pointEnu: Vec3 | null, fovYRad: number): EnuPose {
  const { direction, up } = pose;
  const reach = scale(direction, targetDistance(pose.orthoHeightM, fovYRad));
  return { positionEnu: pointEnu ? subtract(pointEnu, reach) : pose.positionEnu, direction, up };
}

/** The pose that has a point at a pixel and so many metres along the view. */
export function heldAt(
  pointEnu: ReadonlyVec3,
  { direction, up }: Orientation,
  orthoHeightM: number,
  alongM: number,
  screenXy: ScreenXy,
  perspective: Perspective,
): OrthoPose {
  const way = add(screenOffset({ direction, up }, screenXy, perspective, orthoHeightM), scale(direction, alongM));
  return { positionEnu: subtract(pointEnu, way), direction, up, orthoHeightM };
}

/** The point at a pixel and so many metres along the view. */
export const orthoPointAt = (pose: OrthoPose, screenXy: ScreenXy, perspective: Perspective, alongM: number): Vec3 =>
  add(
    add(pose.positionEnu, screenOffset(pose, screenXy, perspective, pose.orthoHeightM)),
    scale(pose.direction, alongM),
  );

/** The pose with its scale times 1 / `factor` about a point, which keeps its place on the screen. */
export function zoomedAbout(pose: OrthoPose, pointEnu: ReadonlyVec3, factor: number): OrthoPose {
  const orthoHeightM = orthoHeightWithin(pose.orthoHeightM * factor);
  return { ...pose, positionEnu: mix(pointEnu, pose.positionEnu, orthoHeightM / pose.orthoHeightM), orthoHeightM };
}
