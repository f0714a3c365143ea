import { type Lla, type Mat4, enuFrame, multiply, type Float64Mat4 } from '@overlook/shared/maths';

/** Where an operator places data: degrees, ellipsoidal metres; heading clockwise from north, degrees. */
export interface PlaceAt extends Lla {
  headingDeg?: number | undefined;
}

/** Position and orientation as a `models.json` has them: ECEF metres; radians, heading clockwise from north. */
export interface ModelPose {
  position: { x: number; y: number; z: number };
  orientation: { heading: number; pitch: number; roll: number };
}

/** The pose of data whose local x, y and z point east, north and up where the heading is 0. */
export function poseAt(at: PlaceAt): ModelPose {
  const m = enuFrame(at).ecefFromEnu;
  const heading = ((at.headingDeg ?? 0) * Math.PI) / 180;
  return { position: { x: m[12], y: m[13], z: m[14] }, orientation: { heading, pitch: 0, roll: 0 } };
}

/** The root transform of georeferenced data in a local frame at its own ground point, for `poseAt` to place. */
export function transformAtGround(transform: Mat4, ground: Lla): Float64Mat4 {
  return multiply(enuFrame(ground).enuFromEcef, transform);
}
