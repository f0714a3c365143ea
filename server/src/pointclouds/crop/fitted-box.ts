/** The test of a box in the integers of a cloud's grid. */
import {
  invertAffine,
  multiply,
  transformPoint,
  AXES,
  toMat4,
  IDENTITY,
  type Float64Mat4,
} from '@overlook/shared/maths';
import type { BoxTest } from '@overlook/shared/points';
import type { PointFrame } from '../frame.ts';
import type { PointGrid } from '../record.ts';

/** Integers of a cloud's grid, both ends inclusive. */
export interface IntegerBounds {
  readonly minimum: readonly [number, number, number];
  readonly maximum: readonly [number, number, number];
}

/** A cloud's grid of integers with its frame. */
export interface PlacedGrid {
  readonly grid: PointGrid;
  readonly frame: PointFrame;
}

/** An affine map to the box's own axes that replaces the exact one in a part of the cloud. */
export interface FittedBox {
  /** 4 × 4, column-major: integers of the grid to metres along the box's axes, from its centre. */
  readonly toBox: Float64Mat4;
  /** Upper bound of its error along each axis, metres, in the part for which it was fitted. */
  readonly errorM: number;
}

/** Rounding of doubles at the size of ECEF coordinates is a thousand times less. */
const ROUNDING_M = 1e-6;

/**
 * Fits the map from integers to the box at the middle of `part`. Its error is measured at 27 places of the part and
 * doubled: the projections' deviation from an affine map is quadratic, so that it is largest at one of those or less
 * than twice as much.
 */
export function fitBox({ ecefToBox }: BoxTest, placed: PlacedGrid, part: IntegerBounds): FittedBox {
  const { grid, frame } = placed;
  const middle = stencil(part)[MIDDLE]!;
  const toCoordinates = toMat4(IDENTITY);
  for (const axis of AXES) {
    toCoordinates[5 * axis] = grid.scale[axis];
    toCoordinates[12 + axis] = grid.offset[axis];
  }
  const affine = frame.affineAt(transformPoint(toCoordinates, middle));
  const toBox = multiply(ecefToBox, multiply(affine, toCoordinates));
  const exact = new Float64Array(3);
  let error = 0;
  for (const place of stencil(part)) {
    toBoxExactly(ecefToBox, placed, place[0], place[1], place[2], exact);
    const fitted = transformPoint(toBox, place);
    for (const axis of AXES) error = Math.max(error, Math.abs(fitted[axis] - exact[axis]!));
  }
  return { toBox, errorM: 2 * error + ROUNDING_M };
}

/** The definition of where a point is: metres along the box's axes from its centre, through ECEF. */
export function toBoxExactly(
  ecefToBox: Float64Array,
  { grid: { scale, offset }, frame }: PlacedGrid,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  out[0] = x * scale[0] + offset[0];
  out[1] = y * scale[1] + offset[1];
  out[2] = z * scale[2] + offset[2];
  frame.toEcef(out, out);
  const [ex, ey, ez] = [out[0], out[1], out[2]];
  for (const row of AXES)
    out[row] = ecefToBox[row]! * ex + ecefToBox[4 + row]! * ey + ecefToBox[8 + row]! * ez + ecefToBox[12 + row]!;
}

/** Where a part of the cloud lies in relation to the box. `inside` and `outside` are certain. */
export function placeOfPart(
  { toBox, errorM }: FittedBox,
  half: BoxTest['half'],
  { minimum, maximum }: IntegerBounds,
): 'inside' | 'outside' | 'cut' {
  let isInside = true;
  for (const row of AXES) {
    let middle = toBox[12 + row]!;
    let reach = errorM;
    for (const axis of AXES) {
      const factor = toBox[4 * axis + row]!;
      middle += factor * ((minimum[axis] + maximum[axis]) / 2);
      reach += Math.abs(factor) * ((maximum[axis] - minimum[axis]) / 2);
    }
    if (Math.abs(middle) - reach > half[row]) return 'outside';
    if (Math.abs(middle) + reach > half[row]) isInside = false;
  }
  return isInside ? 'inside' : 'cut';
}

/**
 * A range of integers with all of the cloud's points in the box, and a margin; null where there are none. Does not
 * throw for a box outside the area of the cloud's coordinate system.
 */
export function partOfBox(
  { ecefToBox, half }: BoxTest,
  { grid, frame }: PlacedGrid,
  cloud: IntegerBounds,
): IntegerBounds | null {
  const ecefFromBox = invertAffine(ecefToBox);
  const whole: IntegerBounds = { minimum: [-half[0], -half[1], -half[2]], maximum: half };
  const places: number[][] = [];
  const ecef = new Float64Array(3);
  try {
    for (const place of stencil(whole)) {
      frame.fromEcef(transformPoint(ecefFromBox, place), ecef);
      places.push(Array.from(ecef, (value, axis) => (value - grid.offset[axis]!) / grid.scale[axis]!));
    }
  } catch (error) {
    // Part of the box is outside the projection's area: the nodes' own tests decide.
    if (error instanceof RangeError) return cloud;
    throw error;
  }
  const range = AXES.map((axis) => {
    const values = places.map((place) => place[axis]!);
    const margin = 2 * bend(values) + 2;
    const low = Math.max(cloud.minimum[axis], Math.floor(Math.min(...values) - margin));
    const high = Math.min(cloud.maximum[axis], Math.ceil(Math.max(...values) + margin));
    return [low, high] as const;
  });
  if (!range.every(([low, high]) => low <= high)) return null;
  const [x, y, z] = [range[0]!, range[1]!, range[2]!];
  return { minimum: [x[0], y[0], z[0]], maximum: [x[1], y[1], z[1]] };
}

/** The largest second difference of values at the places of the stencil, through its middle. */
function bend(values: readonly number[]): number {
  let most = 0;
  for (let at = 0; at < MIDDLE; at++) {
    most = Math.max(most, Math.abs(values[at]! - 2 * values[MIDDLE]! + values[2 * MIDDLE - at]!));
  }
  return most;
}

const MIDDLE = 13;

/** 3 × 3 × 3 places: corners, middles of edges and faces, and the middle, which is number 13. */
function stencil({ minimum, maximum }: IntegerBounds): [number, number, number][] {
  const at = (axis: 0 | 1 | 2, step: number) => minimum[axis] + ((maximum[axis] - minimum[axis]) * step) / 2;
  return Array.from({ length: 27 }, (_, place) => [
    at(0, place % 3),
    at(1, Math.floor(place / 3) % 3),
    at(2, Math.floor(place / 9)),
  ]);
}
