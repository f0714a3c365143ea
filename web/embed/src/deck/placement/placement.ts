/**
 * Conversion of a site's metres to the common space of a host's view.
 *
 * deck.gl's own conversion from metres to degrees treats the earth as a sphere with a circumference of 40 030 km: this is 0.25 %
 * too short, which causes errors of metres at the border of a plant. Here the map from ENU to common space is a second-order
 * Taylor expansion at the site's origin, in doubles:
 *
 *     common(p) = origin + linear · (p + bend(p)),   bend(p): quadratic in the coordinates of p
 *
 * The remaining error is of third order: 1 mm at 3 km from the origin, 2 cm at 8 km (placement.test.ts).
 */
import type { Viewport } from '@deck.gl/core';
import {
  type EnuFrame,
  type Mat4,
  type Vec3,
  add,
  invertAffine,
  multiply,
  scale,
  subtract,
  transformDirection,
  toMat4,
  type Float64Mat4,
} from '@overlook/shared/maths';
import { commonFromEnu, type HostSpace } from './host-space.ts';

export interface Placement {
  readonly space: HostSpace;
  /** The site's origin, common units. */
  readonly originCommon: Vec3;
  /** Column-major 4×4 matrix without translation, from metres east, north and up to common units. */
  readonly linear: Mat4;
  /** For each of east, north and up the coefficients of e², n², u², en, eu and nu; 18 numbers, per metre. */
  readonly bend: Float64Array;
}

/** Step of the finite differences, metres: large enough for the precision of doubles, small enough for the omitted terms. */
const STEP = 1000;
const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Pairs of axes of the mixed terms, in the order of {@link Placement.bend}. */
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

const LOCAL_BEND = new Float64Array(18);

/** Returns the placement. `raiseMetres` raises the whole plant, as hosts with flat ground at height 0 need. */
export function placementOf(space: HostSpace, frame: EnuFrame, raiseMetres = 0): Placement {
  const at = (point: Vec3) => commonFromEnu(space, frame, point, raiseMetres);
  const originCommon = at([0, 0, 0]);
  if (space === 'local') {
    return { space, originCommon, linear: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], bend: LOCAL_BEND };
  }
  const along = AXES.map((axis) => {
    const [ahead, behind] = [at(scale(axis, STEP)), at(scale(axis, -STEP))];
    const first = scale(subtract(ahead, behind), 1 / (2 * STEP));
    // Half of the second derivative.
    const second = scale(subtract(add(ahead, behind), scale(originCommon, 2)), 1 / (2 * STEP * STEP));
    return { first, second };
  });
  const mixed = PAIRS.map(([a, b]) => {
    const corner = (i: number, k: number) => at(add(scale(AXES[a]!, i * STEP), scale(AXES[b]!, k * STEP)));
    const sum = subtract(add(corner(1, 1), corner(-1, -1)), add(corner(1, -1), corner(-1, 1)));
    return scale(sum, 1 / (4 * STEP * STEP));
  });
  const linear = toMat4([...along.flatMap(({ first }) => [...first, 0]), 0, 0, 0, 1]);
  const inverse = invertAffine(linear);
  const terms = [...along.map(({ second }) => second), ...mixed].map((term) => transformDirection(inverse, term));
  const bend = Float64Array.from([0, 1, 2].flatMap((axis) => terms.map((term) => term[axis]!)));
  return { space, originCommon, linear, bend };
}

/** Returns the matrix from bent ENU metres to clip space: column-major, in doubles, rounded only for the shader. */
export function clipFromBent({ originCommon: [x, y, z], linear }: Placement, viewport: Viewport): Float64Mat4 {
  const commonFromBent = toMat4(linear);
  commonFromBent.set([x, y, z], 12);
  return multiply(toMat4(viewport.viewProjectionMatrix), commonFromBent);
}
