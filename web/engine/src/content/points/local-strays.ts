/** Points of a file that lie so far from the others that they say nothing about where it is. */
import { AXES, type Vec3, vec3Of } from '@overlook/shared/maths';

/** Metres from the middle of the others beyond which points are left out … */
const FAR_M = 20_000;
/** … where they are no more than this share. */
const FEW = 0.01;
/** Points that are looked at for the bulk. */
const SAMPLED_POINTS = 4000;
/** Points beyond this share at either end of an axis count where they are near the others: widths of these, and metres. */
const NOISE = 0.01;
const REACH = { widths: 1.5, metres: 5 };

/** Flat arrays of xyz and of other values; the first `count` points are used. */
interface PointColumns {
  count: number;
  readonly columns: readonly { readonly values: Float64Array | Uint16Array | Uint8Array; readonly size: number }[];
}

/** Sorted values of an axis of some points, evenly spread over the finite ones. */
function sampled(places: Float64Array, count: number, axis: number): Float64Array {
  const step = Math.ceil(count / SAMPLED_POINTS);
  const values: number[] = [];
  for (let i = 0; i < count; i += step) if (Number.isFinite(places[3 * i + axis])) values.push(places[3 * i + axis]!);
  return Float64Array.from(values).sort();
}

/**
 * Takes out the few points that are far from the others, or that have no place (NaN): the others move to the front of all
 * columns, in place. Returns how many were taken out. `ecef` is one of the columns, metres.
 */
export function leaveOutFar(points: PointColumns, ecef: Float64Array): number {
  const { count, columns } = points;
  const middle = vec3Of((axis) => {
    const values = sampled(ecef, count, axis);
    return values[values.length >> 1] ?? NaN;
  });
  const isNear = (i: number) => Math.hypot(...AXES.map((axis) => ecef[3 * i + axis]! - middle[axis])) <= FAR_M;
  let near = 0;
  for (let i = 0; i < count; i++) if (isNear(i)) near++;
  if (near === count || count - near > FEW * count) return 0;
  let to = 0;
  for (let i = 0; i < count; i++) {
    if (!isNear(i)) continue;
    if (to !== i) for (const { values, size } of columns) values.copyWithin(size * to, size * i, size * (i + 1));
    to++;
  }
  points.count = near;
  return count - near;
}

/** The least and the greatest coordinates of points, without a few that are far below, above or beside the others. */
export function bulkBounds(places: Float64Array, count: number): { min: Vec3; max: Vec3 } {
  const ends = AXES.map((axis) => {
    const values = sampled(places, count, axis);
    const noise = Math.floor(NOISE * values.length);
    const [low, high] = [values[noise]!, values[values.length - 1 - noise]!];
    const reach = REACH.widths * (high - low) + REACH.metres;
    let [least, most] = [Infinity, -Infinity];
    for (let i = axis; i < 3 * count; i += 3) {
      const value = places[i]!;
      if (value < low - reach || value > high + reach) continue;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return { least, most };
  });
  return { min: vec3Of((axis) => ends[axis]!.least), max: vec3Of((axis) => ends[axis]!.most) };
}
