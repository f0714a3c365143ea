/** Cameras as bookmarks, links and browsers keep them. Specification §3 "Bookmark". */
import { ORTHO_HEIGHT_M, type Pose, orthoHeightWithin, orthonormal, rightOf } from './pose.ts';
import { type Vec3, dot, length, normalize } from './vector.ts';

/**
 * Metres from the centre of the earth between which a camera can be: below the deepest mine, and half the distance to
 * the moon.
 */
const NEAREST_TO_CENTRE = 6.3e6;
const FARTHEST_FROM_CENTRE = 2e8;
/** A direction or up that is shorter, and axes nearer to parallel than this, say nothing. */
const LEAST_LENGTH = 1e-6;

/** Three components by name, as stored records have them. */
export interface Xyz {
  x: number;
  y: number;
  z: number;
}

/** `transform` has 16 numbers, column-major; `frustum` is in metres. */
export interface StoredCamera {
  position: Xyz;
  direction: Xyz;
  up: Xyz;
  right: Xyz;
  transform: number[];
  frustum: { near: number; far: number };
}

/** What is wrong with a camera that came from outside, as the end of a sentence; null when it can be used. */
export function poseProblem({ position, direction, up, orthoHeightM = 1 }: Pose): string | null {
  if (![...position, ...direction, ...up].every(Number.isFinite)) return 'a number in it is not finite';
  if (orthoHeightWithin(orthoHeightM) !== orthoHeightM)
    return `its orthographic height is not between ${ORTHO_HEIGHT_M.least} and ${ORTHO_HEIGHT_M.most} m`;
  const radius = length(position);
  if (radius < NEAREST_TO_CENTRE || radius > FARTHEST_FROM_CENTRE) return 'its position is not near the earth';
  if (length(direction) < LEAST_LENGTH || length(up) < LEAST_LENGTH) return 'it looks in no direction';
  if (1 - Math.abs(dot(normalize(direction), normalize(up))) < LEAST_LENGTH) return 'its up is along its direction';
  return null;
}

/**
 * A pose with its right vector and camera matrix, whose columns are right, up, backward and position. The inverse,
 * {@link poseOfCamera}, gives exactly the same numbers: JSON keeps every double but the sign of a zero, so negative
 * zeros are made positive here.
 */
export function storedCameraOf(pose: Pose, frustum: { near: number; far: number }): StoredCamera {
  const { position, direction, up } = pose;
  const right = rightOf(pose);
  const back = direction.map((component) => -component);
  const transform = [...right, 0, ...up, 0, ...back, 0, ...position, 1].map(unsigned);
  return { position: xyz(position), direction: xyz(direction), up: xyz(up), right: xyz(right), transform, frustum };
}

export function poseOfCamera({ position, direction, up }: Pick<StoredCamera, 'position' | 'direction' | 'up'>): Pose {
  return { position: vector(position), direction: vector(direction), up: vector(up) };
}

/** A pose from outside made fit to be flown to: its axes unit and orthogonal. Throws a RangeError that says what is wrong. */
export function checkedPose(pose: Pose): Pose {
  const problem = poseProblem(pose);
  if (problem) throw new RangeError(`The camera cannot be used: ${problem}.`);
  return { position: pose.position, ...orthonormal(pose.direction, pose.up) };
}

const unsigned = (value: number): number => (value === 0 ? 0 : value);
const xyz = ([x, y, z]: Vec3): Xyz => ({ x: unsigned(x), y: unsigned(y), z: unsigned(z) });
const vector = ({ x, y, z }: Xyz): Vec3 => [x, y, z];
