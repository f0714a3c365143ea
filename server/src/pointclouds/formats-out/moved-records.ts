import { type PointGrid, RECORD_BYTES, RECORD_WORDS } from '../record.ts';
import { viewRecords } from './record-views.ts';

/** Step of the grid of moved coordinates, metres: 32 bits of it reach 214 km in each direction. */
const STEP_M = 1e-4;

/** ECEF of WGS 84 as well-known text (EPSG:4978). */
export const ECEF_SYSTEM = {
  name: 'WGS 84 geocentric (EPSG:4978)',
  wkt:
    'GEOCCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
    'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["metre",1,AUTHORITY["EPSG","9001"]],' +
    'AXIS["Geocentric X",OTHER],AXIS["Geocentric Y",OTHER],AXIS["Geocentric Z",NORTH],AUTHORITY["EPSG","4978"]]',
};

/** The grid of moved coordinates about a place, in their units. */
export function gridAbout(center: ArrayLike<number>, metresPerUnit: number): PointGrid {
  const step = STEP_M / metresPerUnit;
  return {
    scale: [step, step, step],
    offset: [Math.round(center[0]!), Math.round(center[1]!), Math.round(center[2]!)],
  };
}

/**
 * A function that converts records of a cloud's grid to another grid, point by point, and returns them; they are valid until
 * the next call. `convert` changes coordinates in place.
 */
export function createMovedRecords(convert: (point: Float64Array) => void, from: PointGrid, to: PointGrid) {
  let moved = new Uint8Array(0);
  const point = new Float64Array(3);
  return (records: Uint8Array, count: number): Uint8Array => {
    const bytes = count * RECORD_BYTES;
    if (moved.length < bytes) moved = new Uint8Array(bytes);
    moved.set(records.subarray(0, bytes));
    const { ints } = viewRecords(moved, count);
    for (let at = 0; at < count * RECORD_WORDS; at += RECORD_WORDS) {
      for (let axis = 0; axis < 3; axis++) point[axis] = ints[at + axis]! * from.scale[axis]! + from.offset[axis]!;
      convert(point);
      for (let axis = 0; axis < 3; axis++)
        ints[at + axis] = Math.round((point[axis]! - to.offset[axis]!) / to.scale[axis]!);
    }
    return moved.subarray(0, bytes);
  };
}
