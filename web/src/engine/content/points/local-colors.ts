import { areColors8Bit } from '@overlook/shared/point-files';

/** Points of a file, one element each, of which the first `count` are used; colours are flat RGB. */
interface ScannedPoints {
  readonly count: number;
  readonly intensities: Uint16Array;
  /** 16 bits per channel, or 8 in 16; null where the file has none. */
  readonly colors: Uint16Array | null;
}

/** Of the points that are brighter, or darker, than the greys that are drawn. */
const CLIPPED_SHARE = 0.01;

/**
 * Flat RGB of 8 bits in which points of a file are drawn: their colours, greys of their intensities where all colours
 * are 0, as programs write that have none; null where neither says anything.
 */
export function shownColors({ count, intensities, colors: all }: ScannedPoints): Uint8Array | null {
  const colors = all?.subarray(0, 3 * count);
  if (!colors?.some((channel) => channel > 0)) return greys(intensities.subarray(0, count));
  const of8Bits = areColors8Bit(countColors(colors));
  return Uint8Array.from(colors, (channel) => (of8Bits ? Math.min(255, channel) : channel >> 8));
}

function countColors(colors: Uint16Array): { colored: number; deep: number } {
  let [colored, deep] = [0, 0];
  for (let at = 0; at < colors.length; at += 3) {
    const most = Math.max(colors[at]!, colors[at + 1]!, colors[at + 2]!);
    if (most > 0) colored++;
    if (most > 255) deep++;
  }
  return { colored, deep };
}

function greys(intensities: Uint16Array): Uint8Array | null {
  const sorted = intensities.toSorted();
  const clipped = Math.floor(sorted.length * CLIPPED_SHARE);
  const [darkest, brightest] = [sorted[clipped] ?? 0, sorted.at(-1 - clipped) ?? 0];
  if (brightest <= darkest) return null;
  const out = new Uint8Array(3 * intensities.length);
  for (const [point, intensity] of intensities.entries()) {
    const share = (intensity - darkest) / (brightest - darkest);
    out.fill(Math.round(255 * Math.min(1, Math.max(0, share))), 3 * point, 3 * point + 3);
  }
  return out;
}
