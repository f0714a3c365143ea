import type { ScannedSegment } from './scan-pass.ts';

/** Whether colours use the low bytes of their 16 bits only, by the bits that are set in any record. */
export const isColor8Bit = (bits: Uint32Array): boolean =>
  // The high bytes of red, green and blue.
  (bits[7]! & 0xff000000) === 0 && (bits[8]! & 0xff00ff00) === 0;

/**
 * Marks the segments of files with colours of 8 bits where another file of the cloud has 16, so that reading widens them: a cloud has
 * one depth, and 8 bits read as 16 are black. `fileOf` is the file of each scanned segment.
 */
export function alignColorDepths(
  scanned: readonly ScannedSegment[],
  fileOf: readonly number[],
): readonly ScannedSegment[] {
  const deepFiles = new Set(fileOf.filter((_, index) => !isColor8Bit(scanned[index]!.bits)));
  if (deepFiles.size === 0) return scanned;
  return scanned.map((one, index) => {
    if (deepFiles.has(fileOf[index]!)) return one;
    return { ...one, segments: one.segments.map((segment) => ({ ...segment, isColorWidened: true })) };
  });
}
