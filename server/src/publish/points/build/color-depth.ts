import { areColors8Bit } from '@overlook/shared/point-files';
import { SHORT, SHORTS } from '../../../pointclouds/formats-out/record-views.ts';
import type { ScannedSegment } from './scanned-segment.ts';

/** High bytes in the words of a record: of red in its word, of green and blue in the next one. */
export const RED_HIGH_BYTE = 0xff000000;
export const OTHERS_HIGH_BYTES = 0xff00ff00;

/** Whether colours use the low bytes of their 16 bits only, by the bits that are set in any record. */
export const isColor8Bit = (bits: Uint32Array): boolean =>
  (bits[7]! & RED_HIGH_BYTE) === 0 && (bits[8]! & OTHERS_HIGH_BYTES) === 0;

/**
 * Marks segments whose colours have to be changed while they are read, because a cloud has one depth, and 8 bits read as
 * 16 are black: files of 8 bits where another one has 16, and the few points of a file of 8 bits that have more.
 * `fileOf` is the file of each scanned segment. `isPinnedDeep`: the cloud takes 16 bits over from another capture.
 */
export function alignColorDepths(
  scanned: readonly ScannedSegment[],
  fileOf: readonly number[],
  isPinnedDeep: boolean,
): readonly ScannedSegment[] {
  const counts = new Map<number, { colored: number; deep: number }>();
  for (const [index, file] of fileOf.entries()) {
    const { colored, deep } = counts.get(file) ?? { colored: 0, deep: 0 };
    const { colors } = scanned[index]!;
    counts.set(file, { colored: colored + colors.colored, deep: deep + colors.deep });
  }
  const isDeep = (file: number) => !areColors8Bit(counts.get(file)!);
  const areWidened = isPinnedDeep || fileOf.some(isDeep);
  return scanned.map((one, index) => {
    if (isDeep(fileOf[index]!)) return one;
    if (areWidened) return { ...withColors(one, 'widened'), bits: widenedBits(one.bits) };
    return isColor8Bit(one.bits) ? one : { ...withColors(one, 'clamped'), bits: lowBytes(one.bits) };
  });
}

const withColors = (one: ScannedSegment, colors: 'clamped' | 'widened'): ScannedSegment => ({
  ...one,
  segments: one.segments.map((segment) => ({ ...segment, colors })),
});

/** The same bits without the high bytes of colours. Some low ones are set, as the other points have colours. */
const lowBytes = (bits: Uint32Array): Uint32Array =>
  bits.map((word, at) => (at === 7 ? word & ~RED_HIGH_BYTE : at === 8 ? word & ~OTHERS_HIGH_BYTES : word));

/** The bits of the same colours with 16 bits: each byte twice. */
const widenedBits = (bits: Uint32Array): Uint32Array =>
  lowBytes(bits).map((word, at) => (at === 7 ? word | ((word & ~0xffff) << 8) : at === 8 ? word | (word << 8) : word));

/** Makes channels above 255 of records 255, in place. */
export function clampColors(shorts: Uint16Array): void {
  for (let at = SHORT.red; at < shorts.length; at += SHORTS)
    for (let i = 0; i < 3; i++) if (shorts[at + i]! > 255) shorts[at + i] = 255;
}
