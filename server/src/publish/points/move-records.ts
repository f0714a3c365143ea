import { ecefFromLla, type Axis, AXES } from '@overlook/shared/maths';
import { openProjection } from '../../pointclouds/crs/index.ts';
import { openFrame } from '../../pointclouds/open-frame.ts';
import { type PointGrid, RECORD, RECORD_BYTES } from '../../pointclouds/record.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import type { BuildRules, SourceFrame } from './build-rules.ts';

/**
 * Changes X, Y, Z of records where they are. Those that have no place in the grid are taken out; the others are moved to the
 * front, and their number is returned.
 */
export type RecordMover = (records: Uint8Array, count: number) => number;

/** Takes a point without a place in the grid: x, y, z in steps of the grid, NaN where the frame has no such place. */
export type OnUnplaced = (steps: Place) => void;
type Place = readonly [number, number, number];

/**
 * Moves the records of a file with `sourceGrid` to the grid of the cloud; null where they already have it. Grids whose
 * steps fit each other are changed without rounding.
 */
export function openRecordMover(rules: BuildRules, sourceGrid: PointGrid, onUnplaced: OnUnplaced): RecordMover | null {
  const stepsOf = rules.reprojectedFrom
    ? reprojecting(rules.reprojectedFrom, rules, sourceGrid)
    : rescaling(sourceGrid, rules.grid);
  if (!stepsOf) return null;
  const steps: [number, number, number] = [0, 0, 0];
  return (records, count) => {
    const view = new DataView(records.buffer, records.byteOffset, count * RECORD_BYTES);
    let kept = 0;
    for (let from = 0; from < view.byteLength; from += RECORD_BYTES) {
      stepsOf(view, from, steps);
      const [x, y, z] = steps;
      if (x !== (x | 0) || y !== (y | 0) || z !== (z | 0)) {
        onUnplaced([x, y, z]);
        continue;
      }
      const to = kept++ * RECORD_BYTES;
      if (to !== from) records.copyWithin(to, from, from + RECORD_BYTES);
      view.setInt32(to + RECORD.x, x, true);
      view.setInt32(to + RECORD.y, y, true);
      view.setInt32(to + RECORD.z, z, true);
    }
    return kept;
  };
}

/** Reads a record at a byte and gives its place in steps of the grid of the cloud, rounded. */
type StepsOf = (view: DataView, at: number, steps: [number, number, number]) => void;

function rescaling(from: PointGrid, to: PointGrid): StepsOf | null {
  const axes = AXES.map((axis) => stepOf(from, to, axis));
  if (axes.every(({ factor, shift }) => factor === 1 && shift === 0)) return null;
  const [x, y, z] = axes as [AxisStep, AxisStep, AxisStep];
  return (view, at, steps) => {
    steps[0] = Math.round(view.getInt32(at + RECORD.x, true) * x.factor + x.shift);
    steps[1] = Math.round(view.getInt32(at + RECORD.y, true) * y.factor + y.shift);
    steps[2] = Math.round(view.getInt32(at + RECORD.z, true) * z.factor + z.shift);
  };
}

interface AxisStep {
  readonly factor: number;
  readonly shift: number;
}

/** From integers of one grid to those of another on an axis: `integer × factor + shift`. */
function stepOf(from: PointGrid, to: PointGrid, axis: Axis): AxisStep {
  const exact = (value: number) => (Math.abs(value - Math.round(value)) < NEARLY_WHOLE ? Math.round(value) : value);
  return {
    factor: exact(from.scale[axis] / to.scale[axis]),
    shift: exact((from.offset[axis] - to.offset[axis]) / to.scale[axis]),
  };
}

/** Whether integers of one grid have integers in the other on an axis, without rounding. */
export function isWholeStep(from: PointGrid, to: PointGrid, axis: Axis): boolean {
  const { factor, shift } = stepOf(from, to, axis);
  return factor >= 1 && Number.isInteger(factor) && Number.isInteger(shift);
}

/** Decimal scales and offsets are not exact in binary, so neither are their quotients. */
const NEARLY_WHOLE = 1e-5;

function reprojecting(source: SourceFrame, { frame, grid }: BuildRules, from: PointGrid): StepsOf {
  const toEcef = ecefOf(source);
  const working = openFrame(frame);
  const point = new Float64Array(3);
  return (view, at, steps) => {
    for (const axis of AXES)
      point[axis] = view.getInt32(at + RECORD.x + 4 * axis, true) * from.scale[axis] + from.offset[axis];
    try {
      toEcef(point);
      working.fromEcef(point, point);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      point.fill(NaN);
    }
    for (const axis of AXES) steps[axis] = Math.round((point[axis]! - grid.offset[axis]) / grid.scale[axis]);
  };
}

/** Changes coordinates of a source into ECEF metres where they are. Throws `RangeError` outside its area. */
export function ecefOf(source: SourceFrame): (point: Float64Array) => void {
  if (source.kind === 'geocentric')
    return (point) => {
      for (let axis = 0; axis < 3; axis++) point[axis] = point[axis]! * source.metresPerUnit;
    };
  const { toLla } = openProjection(source.proj4, source.heights, source.grids);
  return (point) => point.set(ecefFromLla(toLla(point[0]!, point[1]!, point[2]! * source.metresPerHeightUnit)));
}

/** The error for a file of which more than a few points have no place. */
export const tooFar = (name: string): ImportRefusedError =>
  new ImportRefusedError(
    name,
    '',
    'has points so far from the first that their coordinates do not fit 32 bits. Take out the points that are far from all others.',
  );
