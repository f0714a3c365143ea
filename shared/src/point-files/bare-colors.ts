/** Colours of points that have none, beside others that have: of the first value that differs between them. */
import { HEIGHT_RAMP, INTENSITY_RAMP, pointClass } from '../config/index.ts';
import { type BareMode, doClassesTell } from '../config/point-color-modes.ts';
import { rampColor, rgbOf } from '../maths/index.ts';

/** Values between which colours change. */
type ValueRange = readonly [least: number, most: number];

/** How they are coloured, and between which values; classes have no range. */
export interface BareColors {
  readonly by: BareMode;
  readonly range: ValueRange;
}

/** Values of all of the points or some, in any unit. */
interface BareValues {
  readonly intensities: Uint16Array;
  readonly classes: Iterable<number>;
  readonly heights: Int32Array | Float64Array;
}

export function bareColors({ intensities, classes, heights }: BareValues): BareColors {
  const range = rangeOf(intensities);
  if (range[1] > range[0]) return { by: 'intensity', range };
  return { by: doClassesTell(classes) ? 'classification' : 'height', range: rangeOf(heights) };
}

/** Of points that are above, or below, the range. */
const CLIPPED_SHARE = 0.01;

function rangeOf(values: Uint16Array | Int32Array | Float64Array): ValueRange {
  const sorted = values.toSorted();
  const clipped = Math.floor(sorted.length * CLIPPED_SHARE);
  return [sorted[clipped] ?? 0, sorted.at(-1 - clipped) ?? 0];
}

const CODES = 256;
const CLASS_COLORS = Array.from({ length: CODES }, (_, code) => rgbOf(pointClass(code).color));
const stepsOf = (ramp: readonly string[]) =>
  Array.from({ length: CODES }, (_, at) => rampColor(ramp, at / (CODES - 1)));
const HEIGHT_COLORS = stepsOf(HEIGHT_RAMP);
const INTENSITY_COLORS = stepsOf(INTENSITY_RAMP);

/** RGB of a point. */
export function bareColorOf(
  { by, range: [least, most] }: BareColors,
  intensity: number,
  code: number,
  height: number,
): readonly number[] {
  if (by === 'classification') return CLASS_COLORS[code]!;
  const value = by === 'intensity' ? intensity : height;
  const share = Math.min(1, Math.max(0, (value - least) / Math.max(most - least, Number.MIN_VALUE)));
  return (by === 'intensity' ? INTENSITY_COLORS : HEIGHT_COLORS)[Math.round(share * (CODES - 1))]!;
}
