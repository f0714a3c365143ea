import {
  AXES,
  IDENTITY,
  type Mat4,
  type Vec3,
  dot,
  llaFromEcef,
  enuFrame,
  invertAffine,
  ecefFromLla,
  multiply,
  normalize,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import { type Bounds, centreOf, EMPTY, union } from '../bounds.ts';
import { type ContentPositions, type PositionBatch, boundsCorners } from '../contents/content-positions.ts';
import { isGeocentric } from './earth.ts';

/** What a content fills. */
export interface ContentExtent {
  /** In the tile's frame. */
  box: Bounds;
  place: ContentPlace;
}

/** Where a content is in the frame of the tileset. */
export interface ContentPlace {
  /** Corners of a box around it; upright where that frame is the earth, its lower ones at the height of its lowest point. */
  corners: Vec3[];
  /** Some of its points. */
  sample: Vec3[];
}

type Batch = Omit<PositionBatch, 'place'>;

/** Measures a content of a tile whose transform to the tileset's frame is `toTileset`. Null where no position can be read. */
export function contentExtent(found: readonly ContentPositions[], toTileset: Mat4): ContentExtent | null {
  const read = found.flatMap<Batch>(({ batches }) => batches);
  const declared = found.flatMap<Batch>(({ unread }) => unread.flatMap(({ corners }) => corners ?? []));
  const box = boxOf([...read, ...declared], null);
  if (!isFilled(box)) return null;
  const middle = transformPoint(toTileset, centreOf(box));
  if (!isGeocentric(middle)) {
    const batches = [...read, ...declared];
    return { box, place: { corners: boxCorners(boxOf(batches, toTileset)), sample: sampleOf(batches, toTileset) } };
  }
  const batches = [...read, ...declared.map((batch) => uprightOrLevel(batch, toTileset))];
  return { box, place: { corners: uprightCorners(batches, toTileset, middle), sample: sampleOf(batches, toTileset) } };
}

/** Where a box of a tile's frame is. One that leans on the earth says nothing of heights but that of its middle. */
export function placeOfBox(box: Bounds, toTileset: Mat4): ContentPlace {
  const corners = placedCorners(box, toTileset);
  const middle = transformPoint(toTileset, centreOf(box));
  const found = !isGeocentric(middle) || isUpright(toTileset, middle) ? corners : levelled(corners, middle);
  return { corners: found, sample: found };
}

/** Points on the earth (ECEF), at the height of another. */
export function levelled(pointsEcef: readonly Vec3[], middleEcef: Vec3): Vec3[] {
  const { height } = llaFromEcef(middleEcef);
  return pointsEcef.map((point) => ecefFromLla({ ...llaFromEcef(point), height }));
}

/** The corners of a box under a transform. */
export const placedCorners = (box: Bounds, transform: Mat4): Vec3[] =>
  boxCorners(box).map((corner) => transformPoint(transform, corner));

/** The box of some points; the empty one where there are none. */
export function boxAround(points: readonly Vec3[]): Bounds {
  return points.reduce<Bounds>((box, point) => union(box, [...point, ...point]), EMPTY);
}

export const isFilled = (box: Bounds): boolean => box.every(Number.isFinite);

/** Cosine of the angle between an axis and the vertical up to which a box counts as upright. */
const UPRIGHT = Math.cos((2 * Math.PI) / 180);

/** Whether an axis of a frame is vertical at a place on the earth. */
export function isUpright(toEcef: Mat4, placeEcef: Vec3): boolean {
  const up = transformDirection(enuFrame(llaFromEcef(placeEcef)).ecefFromEnu, [0, 0, 1]);
  return AXES.some((axis) => {
    const along: Vec3 = [toEcef[4 * axis]!, toEcef[4 * axis + 1]!, toEcef[4 * axis + 2]!];
    return Math.abs(dot(normalize(along), up)) > UPRIGHT;
  });
}

function uprightOrLevel(batch: Batch, toTileset: Mat4): Batch {
  const toEcef = multiply(toTileset, batch.toTile);
  const middle = transformPoint(toEcef, centreOf(boxUnder(batch.positions, IDENTITY)));
  if (isUpright(toEcef, middle)) return batch;
  const corners = boxCorners(boxUnder(batch.positions, IDENTITY)).map((corner) => transformPoint(toEcef, corner));
  return { positions: Float64Array.from(levelled(corners, middle).flat()), toTile: invertAffine(toTileset) };
}

/** Half the inverse of the radius of the earth: its surface lies as much below a level plane as this times the square of the distance. */
const BEND = 0.5 / 6_371_000;

/** Corners of an upright box around points on the earth, at the heights of the lowest and the highest of them. */
function uprightCorners(batches: readonly Batch[], toTileset: Mat4, middleEcef: Vec3): Vec3[] {
  const origin = llaFromEcef(middleEcef);
  const { ecefFromEnu, enuFromEcef } = enuFrame(origin);
  return boxCorners(boxOf(batches, multiply(enuFromEcef, toTileset), BEND)).map(([east, north, above]) => {
    const { longitude, latitude } = llaFromEcef(transformPoint(ecefFromEnu, [east, north, 0]));
    return ecefFromLla({ longitude, latitude, height: origin.height + above });
  });
}

/** Points of a content that stand for all of them. */
const SAMPLED = 512;

function sampleOf(batches: readonly Batch[], toTileset: Mat4): Vec3[] {
  const count = batches.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const step = Math.max(1, Math.ceil(count / SAMPLED));
  const sample: Vec3[] = [];
  let next = 0;
  for (const { positions, toTile } of batches) {
    const points = positions.length / 3;
    if (next < points) {
      const matrix = multiply(toTileset, toTile);
      for (; next < points; next += step) {
        const at = 3 * next;
        const point = transformPoint(matrix, [positions[at]!, positions[at + 1]!, positions[at + 2]!]);
        if (point.every(Number.isFinite)) sample.push(point);
      }
    }
    next -= points;
  }
  return sample;
}

/**
 * `after` follows each batch's own transform to the tile. Instances after the first are measured by their corners. `bend`: as that
 * of `boxUnder`.
 */
function boxOf(batches: readonly Batch[], after: Mat4 | null, bend = 0): Bounds {
  const seen = new Map<Float64Array, Float64Array | null>();
  let box: Bounds = EMPTY;
  for (const { positions, toTile } of batches) {
    const isAgain = seen.has(positions);
    const corners = isAgain ? (seen.get(positions) ?? ownCorners(positions)) : null;
    seen.set(positions, corners);
    box = union(box, boxUnder(corners ?? positions, after ? multiply(after, toTile) : toTile, bend));
  }
  return box;
}

function ownCorners(positions: Float64Array): Float64Array {
  const box = boxUnder(positions, IDENTITY);
  return isFilled(box) ? boundsCorners(box.slice(0, 3), box.slice(3)) : new Float64Array(0);
}

/**
 * The box of flat xyz under a transform. Points that are not numbers are skipped: the viewer does not draw them. z is above a plane;
 * with `bend` it becomes the height above the curved surface that touches it at 0, 0.
 */
function boxUnder(positions: Float64Array, m: Mat4, bend = 0): Bounds {
  let [x0, y0, z0, x1, y1, z1] = EMPTY;
  for (let i = 0; i < positions.length; i += 3) {
    const [px, py, pz] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const x = m[0] * px + m[4] * py + m[8] * pz + m[12];
    const y = m[1] * px + m[5] * py + m[9] * pz + m[13];
    const z = m[2] * px + m[6] * py + m[10] * pz + m[14] + bend * (x * x + y * y);
    if (!Number.isFinite(x + y + z)) continue;
    if (x < x0) x0 = x;
    if (y < y0) y0 = y;
    if (z < z0) z0 = z;
    if (x > x1) x1 = x;
    if (y > y1) y1 = y;
    if (z > z1) z1 = z;
  }
  return [x0, y0, z0, x1, y1, z1];
}

const boxCorners = (box: Bounds): Vec3[] => {
  const flat = boundsCorners(box.slice(0, 3), box.slice(3));
  return Array.from({ length: 8 }, (_, i) => [flat[3 * i]!, flat[3 * i + 1]!, flat[3 * i + 2]!]);
};
