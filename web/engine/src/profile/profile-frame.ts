/** The axes of a profile: along its line, across it and up. */
import {
  type Mat4,
  type ReadonlyVec3,
  type Vec3,
  llaFromEcef,
  enuFrame,
  invertAffine,
  mix,
  multiply,
  transformPoint,
} from '@overlook/shared/maths';

/** The line of a profile on the model, ECEF metres. */
export interface ProfileLine {
  readonly aEcef: Vec3;
  readonly bEcef: Vec3;
}

/**
 * A rigid frame in metres: origin at A, x level towards B, y level to the left of that, z up at the middle of the line.
 * Who looks at the section sees A on the left, and what has a smaller y is nearer.
 */
export interface ProfileFrame {
  readonly ecefFromProfile: Mat4;
  readonly profileFromEcef: Mat4;
  /** From A to B as on a map; both ends are at y = 0. */
  readonly lengthMetres: number;
  /** Of B above A. */
  readonly riseMetres: number;
}

/** Throws RangeError for ends that are above each other or the same. */
export function profileFrame({ aEcef, bEcef }: ProfileLine): ProfileFrame {
  const enu = enuFrame(llaFromEcef(mix(aEcef, bEcef, 0.5)));
  const a = transformPoint(enu.enuFromEcef, aEcef);
  const b = transformPoint(enu.enuFromEcef, bEcef);
  const lengthMetres = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (!(lengthMetres > 1e-6)) throw new RangeError('A profile needs two places beside each other.');
  const [x, y] = [(b[0] - a[0]) / lengthMetres, (b[1] - a[1]) / lengthMetres];
  const inEnu: Mat4 = [x, y, 0, 0, -y, x, 0, 0, 0, 0, 1, 0, ...a, 1];
  const ecefFromProfile = multiply(enu.ecefFromEnu, inEnu);
  return { ecefFromProfile, profileFromEcef: invertAffine(ecefFromProfile), lengthMetres, riseMetres: b[2] - a[2] };
}

/** (along, across, up) in metres to ECEF metres. */
export const profilePointEcef = (
  { ecefFromProfile }: Pick<ProfileFrame, 'ecefFromProfile'>,
  point: ReadonlyVec3,
): Vec3 => transformPoint(ecefFromProfile, point);
