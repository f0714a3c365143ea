import { llaToEcef, type Axis, AXES } from '@overlook/shared/maths';
import { openProjection } from '../../pointclouds/crs/index.ts';
import { openFrame } from '../../pointclouds/open-frame.ts';
import { type PointGrid, RECORD, RECORD_BYTES } from '../../pointclouds/record.ts';
import { ImportRefusedError } from '../import-refused.ts';
import type { BuildRules, SourceFrame } from './build-rules.ts';

/** Changes X, Y, Z of records where they are. Throws `ImportRefusedError` for a point that has no place in the grid. */
export type RecordMover = (records: Uint8Array, count: number) => void;

/**
 * Moves the records of a file with `sourceGrid` to the grid of the cloud; null where they already have it. Grids whose
 * steps fit each other are changed without rounding. `name` is the file in messages.
 */
export function openRecordMover(rules: BuildRules, sourceGrid: PointGrid, name: string): RecordMover | null {
  if (rules.reprojectedFrom) return reprojecting(rules.reprojectedFrom, rules, sourceGrid, name);
  const axes = AXES.map((axis) => stepOf(sourceGrid, rules.grid, axis));
  if (axes.every(({ factor, shift }) => factor === 1 && shift === 0)) return null;
  return (records, count) => {
    const view = new DataView(records.buffer, records.byteOffset, count * RECORD_BYTES);
    for (let axis = 0; axis < 3; axis++) {
      const { factor, shift } = axes[axis]!;
      for (let at = RECORD.x + 4 * axis; at < view.byteLength; at += RECORD_BYTES) {
        const moved = Math.round(view.getInt32(at, true) * factor + shift);
        if (moved !== (moved | 0)) throw tooFar(name);
        view.setInt32(at, moved, true);
      }
    }
  };
}

/** From integers of one grid to those of another on an axis: `integer × factor + shift`. */
function stepOf(from: PointGrid, to: PointGrid, axis: Axis): { factor: number; shift: number } {
  const exact = (value: number) => (Math.abs(value - Math.round(value)) < NEARLY_WHOLE ? Math.round(value) : value);
  return {
    factor: exact(from.scale[axis] / to.scale[axis]),
    shift: exact((from.offset[axis] - to.offset[axis]) / to.scale[axis]),
  };
}

/** Decimal scales and offsets are not exact in binary, so neither are their quotients. */
const NEARLY_WHOLE = 1e-5;

function reprojecting(source: SourceFrame, { frame, grid }: BuildRules, from: PointGrid, name: string): RecordMover {
  const toEcef = ecefOf(source);
  const working = openFrame(frame);
  const point = new Float64Array(3);
  return (records, count) => {
    const view = new DataView(records.buffer, records.byteOffset, count * RECORD_BYTES);
    for (let record = 0; record < view.byteLength; record += RECORD_BYTES) {
      for (let axis = 0; axis < 3; axis++)
        point[axis] = view.getInt32(record + 4 * axis, true) * from.scale[axis]! + from.offset[axis]!;
      try {
        toEcef(point);
        working.fromEcef(point, point);
      } catch (error) {
        throw error instanceof RangeError ? tooFar(name) : error;
      }
      for (let axis = 0; axis < 3; axis++) {
        const moved = Math.round((point[axis]! - grid.offset[axis]!) / grid.scale[axis]!);
        if (moved !== (moved | 0)) throw tooFar(name);
        view.setInt32(record + 4 * axis, moved, true);
      }
    }
  };
}

/** Changes coordinates of a source into ECEF metres where they are. Throws `RangeError` outside its area. */
export function ecefOf(source: SourceFrame): (point: Float64Array) => void {
  if (source.kind === 'geocentric')
    return (point) => {
      for (let axis = 0; axis < 3; axis++) point[axis] = point[axis]! * source.metresPerUnit;
    };
  const { toLla } = openProjection(source.proj4, source.heights);
  return (point) => point.set(llaToEcef(toLla(point[0]!, point[1]!, point[2]! * source.metresPerHeightUnit)));
}

const tooFar = (name: string): ImportRefusedError =>
  new ImportRefusedError(
    name,
    '',
    'has points so far from the first that their coordinates do not fit 32 bits. Take out the points that are far from all others.',
  );
