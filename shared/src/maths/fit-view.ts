import { llaFromEcef, enuFrame } from './geodesy.ts';
import { transformDirection, transformPoint } from './matrix.ts';
import { type Pose, axesForVertical, orientationOf, rightOf } from './pose.ts';
import { type Vec3, dot, vec3Of } from './vector.ts';

/** What a camera sees at a distance of 1: half of the picture's width and height. */
export interface ViewExtent {
  readonly halfWidth: number;
  readonly halfHeight: number;
}

export const viewExtent = (fovYDeg: number, aspect: number): ViewExtent => {
  const halfHeight = Math.tan((fovYDeg * Math.PI) / 360);
  return { halfWidth: halfHeight * aspect, halfHeight };
};

/** The subject is seen across its longer side, and from an angle that shows two of its sides, radians. */
const TURN_RAD = Math.PI / 6;
/**
 * Pitch for a flat subject and for one that is as high as wide, radians: ground is seen from above, towers from the
 * side.
 */
const FLAT_PITCH_RAD = (-38 * Math.PI) / 180;
const TALL_PITCH_RAD = (-18 * Math.PI) / 180;
/** Sides closer than this to each other are parallel. */
const SQUARE_RATIO = 1.2;
/** Smallest distance from the camera to the nearest of the points, metres: a model of one point has no size. */
const NEAREST = 0.5;

/**
 * A camera, ECEF, that shows all points so that they fill `fill` (0 to 1) of the picture's width or height, whichever
 * they fill first, and lie in the middle of the other. It looks down on them, northwards rather than southwards.
 * Throws a RangeError without points.
 */
export function fitView(pointsEcef: readonly Vec3[], view: ViewExtent, fill: number): Pose {
  if (pointsEcef.length === 0) throw new RangeError('There is no point to be shown.');
  const centre = vec3Of((i) => pointsEcef.reduce((sum, p) => sum + p[i], 0) / pointsEcef.length);
  const { enuFromEcef, ecefFromEnu } = enuFrame(llaFromEcef(centre));
  const points = pointsEcef.map((point) => transformPoint(enuFromEcef, point));
  const camera = orientationOf({ ...anglesFor(points), rollRad: 0 }, axesForVertical([0, 0, 1]));
  const axes = [rightOf(camera), camera.up, camera.direction] as const;
  const along = points.map((point) => axes.map((axis) => dot(axis, point)) as Vec3);
  const across = fitAxis(along, 0, view.halfWidth * fill);
  const upwards = fitAxis(along, 1, view.halfHeight * fill);
  const nearest = least(along.map((point) => point[2])) - NEAREST;
  const position = [across.middle, upwards.middle, Math.min(across.depth, upwards.depth, nearest)] as const;
  const inEnu = vec3Of((i) => axes.reduce((sum, axis, k) => sum + axis[i] * position[k]!, 0));
  return {
    position: transformPoint(ecefFromEnu, inEnu),
    direction: transformDirection(ecefFromEnu, camera.direction),
    up: transformDirection(ecefFromEnu, camera.up),
  };
}

/**
 * The farthest position of the camera along its view, and its position across it, so that |across| ≤ slope · depth for all points:
 * the two lines that bound the points on either side meet there.
 */
function fitAxis(points: readonly Vec3[], axis: 0 | 1, slope: number): { middle: number; depth: number } {
  const upper = greatest(points.map((point) => point[axis] - slope * point[2]));
  const lower = greatest(points.map((point) => -point[axis] - slope * point[2]));
  return { middle: (upper - lower) / 2, depth: -(upper + lower) / (2 * slope) };
}

/** Across the longer side of the points, as seen from above; steeper for flat subjects. */
function anglesFor(points: readonly Vec3[]): { headingRad: number; pitchRad: number } {
  const moment = (a: 0 | 1, b: 0 | 1) => points.reduce((sum, point) => sum + point[a] * point[b], 0);
  const [ee, en, nn] = [moment(0, 0), moment(0, 1), moment(1, 1)];
  const spread = Math.hypot((ee - nn) / 2, en);
  const [longest, shortest] = [(ee + nn) / 2 + spread, (ee + nn) / 2 - spread];
  const isSquare = longest <= SQUARE_RATIO ** 2 * shortest;
  // Clockwise from east to the longer side, which is the heading of a view across it, within ±90° of north.
  const acrossRad = isSquare ? 0 : -Math.atan2(2 * en, ee - nn) / 2;
  const heights = points.map((point) => point[2]);
  const height = greatest(heights) - least(heights);
  const width = 2 * Math.sqrt(longest / points.length);
  const tall = width > 0 ? Math.min(1, height / width) : 1;
  return { headingRad: acrossRad + TURN_RAD, pitchRad: FLAT_PITCH_RAD + tall * (TALL_PITCH_RAD - FLAT_PITCH_RAD) };
}

/**
 * How much of the picture's width and height the points fill (0 to 1 where all are in it), and how far the outermost is
 * from its middle (1 at the edge). Null where one is behind the camera.
 */
export function filledShare(
  pose: Pose,
  pointsEcef: readonly Vec3[],
  { halfWidth, halfHeight }: ViewExtent,
): { width: number; height: number; outermost: number } | null {
  const right = rightOf(pose);
  const seen = pointsEcef.map((point) => {
    const offset = point.map((value, i) => value - pose.position[i]!) as Vec3;
    const depth = dot(offset, pose.direction);
    return { depth, x: dot(offset, right) / depth / halfWidth, y: dot(offset, pose.up) / depth / halfHeight };
  });
  if (seen.some(({ depth }) => depth <= 0)) return null;
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
  const share = (values: number[]) => (greatest(values) - least(values)) / 2;
  return { width: share(xs), height: share(ys), outermost: greatest([...xs, ...ys].map(Math.abs)) };
}

// Not spread into arguments: a site may have any number of points.
const greatest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
