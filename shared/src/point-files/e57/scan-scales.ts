import { AS_IT_IS, type ValueScale } from '../value-scale.ts';
import type { E57Field } from './e57-fields.ts';
import type { E57Scan, Limits } from './e57-scans.ts';
import type { ScanLayout } from './scan-layout.ts';

const LARGEST = 65_535;
/** A wider range is only that of the data type and says nothing about the values. */
const WIDEST_RANGE = 1e10;

/** From the stored values of a field to 16 bits. */
export function intensityScale(scan: E57Scan, field: E57Field): ValueScale {
  const limits = scan.intensityLimits ?? rangeOf(field);
  if (limits === null && field.kind === 'integer') return AS_IT_IS;
  const { min, max } = limits ?? { min: 0, max: 1 };
  return ofStored(field, LARGEST / (max - min), -min);
}

/**
 * From the stored values of a colour to those of a record: 8 bits stay 8 bits in the low byte, unless another scan of
 * the file has more (`is16Bit`). Limits within 8 bits are not stretched, because many programs state the least and the
 * greatest value.
 */
export function colorScale(scan: E57Scan, field: E57Field, is16Bit: boolean): ValueScale {
  const most = largestColor(scan, field);
  const factor = most <= 1 ? 255 : most <= 255 ? 1 : LARGEST / (2 ** Math.ceil(Math.log2(most + 1)) - 1);
  return ofStored(field, most <= 255 && is16Bit ? factor * 257 : factor, 0);
}

/** Whether colours of the scan have more than 8 bits. */
export const has16BitColors = (scan: E57Scan, { color }: ScanLayout): boolean =>
  color !== null && color.some((index) => largestColor(scan, scan.fields[index]!) > 255);

function largestColor(scan: E57Scan, field: E57Field): number {
  const limits = scan.colorLimits ?? rangeOf(field);
  return limits === null ? 255 : Math.min(limits.max, LARGEST);
}

/** Range of a field's values; null where it is not stated or empty. */
function rangeOf({ range, scale, offset }: E57Field): Limits | null {
  if (range === null) return null;
  const ends = [range.min * scale + offset, range.max * scale + offset];
  const [min, max] = [Math.min(...ends), Math.max(...ends)];
  return max > min && max - min < WIDEST_RANGE ? { min, max } : null;
}

/** (value + shift) × factor, where value = stored × scale + offset. */
const ofStored = ({ scale, offset }: E57Field, factor: number, shift: number): ValueScale => ({
  factor: scale * factor,
  shift: (offset + shift) * factor,
});
