/**
 * The camera as the engine draws it: in metres of the site's ENU frame. Stored poses are ECEF; they are turned here and
 * nowhere else.
 */
import {
  type EnuFrame,
  type Pose,
  type Vec3,
  orthonormal,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';

/** Unit, orthogonal `direction` and `up`; never changed in place. Right is direction × up. */
export interface EnuPose {
  readonly positionEnu: Vec3;
  readonly direction: Vec3;
  readonly up: Vec3;
  /** As of {@link Pose}. */
  readonly orthoHeightM?: number;
}

export type Projection = 'perspective' | 'orthographic';

/** The stored pose from which each ENU pose was made, so that an unchanged camera is restored bit for bit. */
const sources = new WeakMap<EnuPose, { frame: EnuFrame; pose: Pose }>();

/** A stored pose in the site frame: axes made orthonormal. Throws RangeError when the position is not finite. */
export function enuFromPose(pose: Pose, frame: EnuFrame): EnuPose {
  if (!pose.position.every(Number.isFinite)) throw new RangeError('The camera position is not a number.');
  const direction = transformDirection(frame.enuFromEcef, pose.direction);
  const up = transformDirection(frame.enuFromEcef, pose.up);
  const position = transformPoint(frame.enuFromEcef, pose.position);
  const enu = { positionEnu: position, ...orthonormal(direction, up), ...orthoOf(pose) };
  sources.set(enu, { frame, pose });
  return enu;
}

/** The inverse. A pose that came from {@link enuFromPose} with the same frame gives the very object it came from. */
export function poseFromEnu(enu: EnuPose, frame: EnuFrame): Pose {
  const source = sources.get(enu);
  if (source?.frame === frame) return source.pose;
  const direction = transformDirection(frame.ecefFromEnu, enu.direction);
  const up = transformDirection(frame.ecefFromEnu, enu.up);
  return {
    position: transformPoint(frame.ecefFromEnu, enu.positionEnu),
    ...orthonormal(direction, up),
    ...orthoOf(enu),
  };
}

/** The projection of a pose, for another pose. */
export const orthoOf = ({ orthoHeightM }: Pick<EnuPose, 'orthoHeightM'>): Pick<EnuPose, 'orthoHeightM'> =>
  orthoHeightM === undefined ? {} : { orthoHeightM };

/** True when every number is finite and the pose may be drawn. */
export const isDrawable = (pose: EnuPose): boolean =>
  [...pose.positionEnu, ...pose.direction, ...pose.up].every(Number.isFinite) && !(pose.orthoHeightM! <= 0);

export const isSamePose = (a: EnuPose, b: EnuPose): boolean =>
  a === b ||
  (a.orthoHeightM === b.orthoHeightM &&
    ([0, 1, 2] as const).every(
      (i) => a.positionEnu[i] === b.positionEnu[i] && a.direction[i] === b.direction[i] && a.up[i] === b.up[i],
    ));
