/** Planes among a few hundred points, one after the other (RANSAC, Fischler and Bolles 1981, with the same triples each time). */
import {
  type Vec3,
  add,
  cross,
  dot,
  eigenOfSymmetric,
  length,
  normalize,
  scale,
  subtract,
} from '@overlook/shared/maths';
import { momentsOf } from './fit-circle.ts';

export interface FittedPlane {
  readonly point: Vec3;
  /** Unit; its sign has no meaning. */
  readonly normal: Vec3;
  /** Standard deviation of its points from it, metres. */
  readonly residualM: number;
  readonly points: readonly Vec3[];
}

const TRIPLES = 120;
/** A plane has so many points at least, and this share of all that are left. */
const POINTS_LEAST = 12;
const SHARE_LEAST = 0.2;
/** Points this near are of a plane: a scanner's noise of 3 mm thrice, metres. */
const NEAR_M = 0.01;
/** A rougher surface is no plane, metres. */
const RESIDUAL_MOST_M = 0.006;

/** The plane that most points lie on, and that of the rest; null where there is none. */
export function twoPlanes(points: readonly Vec3[]): readonly [FittedPlane | null, FittedPlane | null] {
  const first = bestPlane(points);
  if (!first) return [null, null];
  const rest = points.filter((point) => offM(first, point) > NEAR_M);
  return [first, rest.length < SHARE_LEAST * points.length ? null : bestPlane(rest)];
}

/** Distance of a point from a plane, metres. */
export const offM = ({ point, normal }: Pick<FittedPlane, 'point' | 'normal'>, other: Vec3): number =>
  Math.abs((other[0] - point[0]) * normal[0] + (other[1] - point[1]) * normal[1] + (other[2] - point[2]) * normal[2]);

/** A point of the line where two planes meet that is nearest to a place, and its unit direction; null for parallel planes. */
export function lineOfPlanes(
  one: FittedPlane,
  other: FittedPlane,
  near: Vec3,
): { point: Vec3; direction: Vec3 } | null {
  const way = cross(one.normal, other.normal);
  const sine = length(way);
  // Planes that meet at less than 20° are one bent surface.
  if (sine < 0.34) return null;
  const direction = normalize(way);
  const [a, b] = [dot(subtract(one.point, near), one.normal), dot(subtract(other.point, near), other.normal)];
  const cos = dot(one.normal, other.normal);
  const [s, t] = [(a - b * cos) / sine ** 2, (b - a * cos) / sine ** 2];
  return { point: add(near, add(scale(one.normal, s), scale(other.normal, t))), direction };
}

function bestPlane(points: readonly Vec3[]): FittedPlane | null {
  if (points.length < POINTS_LEAST) return null;
  let seed = 1;
  const next = () => points[(seed = (seed * 48_271) % 2_147_483_647) % points.length]!;
  let [best, most] = [null as Pick<FittedPlane, 'point' | 'normal'> | null, 0];
  for (let i = 0; i < TRIPLES; i++) {
    const [a, b, c] = [next(), next(), next()];
    const normal = normalize(cross(subtract(b, a), subtract(c, a)));
    const plane = { point: a, normal };
    if (length(normal) === 0) continue;
    let count = 0;
    for (const point of points) if (offM(plane, point) <= NEAR_M) count++;
    if (count > most) [best, most] = [plane, count];
  }
  // The points of a triple are noisy themselves.
  let plane = best && fitted(points.filter((point) => offM(best, point) <= NEAR_M));
  plane = plane && fitted(points.filter((point) => offM(plane!, point) <= NEAR_M));
  const isPlane = plane && plane.points.length >= SHARE_LEAST * points.length && plane.residualM <= RESIDUAL_MOST_M;
  return isPlane ? plane : null;
}

function fitted(points: readonly Vec3[]): FittedPlane | null {
  if (points.length < POINTS_LEAST) return null;
  const mean = points.reduce<Vec3>((sum, point) => add(sum, scale(point, 1 / points.length)), [0, 0, 0]);
  const [small, middle, large] = eigenOfSymmetric(momentsOf(points.map((point) => subtract(point, mean))));
  // Points along a line have no plane.
  if (middle.value < 0.01 * large.value) return null;
  return { point: mean, normal: small.vector, residualM: Math.sqrt(Math.max(0, small.value) / points.length), points };
}
