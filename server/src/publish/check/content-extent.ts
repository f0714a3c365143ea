import { type Mat4, type Vec3, ecefToLla, enuFrame, multiply, transformPoint } from '@overlook/shared/maths';
import { type Bounds, EMPTY, union } from '../bounds.ts';
import { type ContentPositions, type PositionBatch, boundsCorners } from './content-positions.ts';
import { isGeocentric } from './earth.ts';

/** What a content fills. */
export interface ContentExtent {
  /** In the tile's frame. */
  box: Bounds;
  /** Corners of a box around it in the frame of the tileset; upright where that is the earth. */
  corners: Vec3[];
}

/** Measures a content of a tile whose transform to the tileset's frame is `toTileset`. Null where no position can be read. */
export function contentExtent(found: readonly ContentPositions[], toTileset: Mat4): ContentExtent | null {
  const batches = found.flatMap<Omit<PositionBatch, 'place'>>(({ batches: read, unread }) => [
    ...read,
    ...unread.flatMap(({ corners }) => corners ?? []),
  ]);
  const box = boxOf(batches, null);
  if (!isFilled(box)) return null;
  const [first] = boxCorners(box);
  const anywhere = transformPoint(toTileset, first!);
  if (!isGeocentric(anywhere)) return { box, corners: boxCorners(boxOf(batches, toTileset)) };
  const { toEcef, fromEcef } = enuFrame(ecefToLla(anywhere));
  const upright = boxOf(batches, multiply(fromEcef, toTileset));
  return { box, corners: boxCorners(upright).map((corner) => transformPoint(toEcef, corner)) };
}

/** The corners of a box under a transform. */
export const placedCorners = (box: Bounds, transform: Mat4): Vec3[] =>
  boxCorners(box).map((corner) => transformPoint(transform, corner));

/** The box of some points; the empty one where there are none. */
export function boxAround(points: readonly Vec3[]): Bounds {
  return points.reduce<Bounds>((box, point) => union(box, [...point, ...point]), EMPTY);
}

export const isFilled = (box: Bounds): boolean => box.every(Number.isFinite);

/** `after` follows each batch's own transform to the tile. Instances after the first are measured by their corners. */
function boxOf(batches: readonly Omit<PositionBatch, 'place'>[], after: Mat4 | null): Bounds {
  const seen = new Map<Float64Array, Float64Array | null>();
  let box: Bounds = EMPTY;
  for (const { positions, toTile } of batches) {
    const isAgain = seen.has(positions);
    const corners = isAgain ? (seen.get(positions) ?? ownCorners(positions)) : null;
    seen.set(positions, corners);
    box = union(box, boxUnder(corners ?? positions, after ? multiply(after, toTile) : toTile));
  }
  return box;
}

function ownCorners(positions: Float64Array): Float64Array {
  const box = boxUnder(positions, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  return isFilled(box) ? boundsCorners(box.slice(0, 3), box.slice(3)) : new Float64Array(0);
}

/** The box of flat xyz under a transform. Points that are not numbers are skipped: the viewer does not draw them. */
function boxUnder(positions: Float64Array, m: Mat4): Bounds {
  let [x0, y0, z0, x1, y1, z1] = EMPTY;
  for (let i = 0; i < positions.length; i += 3) {
    const [px, py, pz] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const x = m[0] * px + m[4] * py + m[8] * pz + m[12];
    const y = m[1] * px + m[5] * py + m[9] * pz + m[13];
    const z = m[2] * px + m[6] * py + m[10] * pz + m[14];
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
