import { areColors8Bit, areUncolored, greyOf, greyRange } from '@overlook/shared/point-files';

/** Points of a file, one element each, of which the first `count` are used; colours are flat RGB. */
interface ScannedPoints {
  readonly count: number;
  readonly intensities: Uint16Array;
  /** 16 bits per channel, or 8 in 16; null where the file has none. */
  readonly colors: Uint16Array | null;
}

/**
 * Flat RGB of 8 bits in which points of a file are drawn: their colours, and greys of their intensities for those that have
 * none; null where neither says anything.
 */
export function shownColors({ count, intensities: all, colors: allColors }: ScannedPoints): Uint8Array | null {
  const intensities = all.subarray(0, count);
  const colors = allColors?.subarray(0, 3 * count) ?? new Uint16Array(3 * count);
  const counts = countColors(colors);
  const of8Bits = areColors8Bit(counts);
  const shown = Uint8Array.from(colors, (channel) => (of8Bits ? Math.min(255, channel) : channel >> 8));
  if (!areUncolored({ points: count, ...counts })) return shown;
  const isBare = (point: number) => [0, 1, 2].every((channel) => colors[3 * point + channel] === 0);
  const range = greyRange(intensities.filter((_, point) => isBare(point)));
  if (!range && counts.colored === 0) return null;
  for (const [point, intensity] of intensities.entries())
    if (isBare(point)) shown.fill(greyOf(intensity, range), 3 * point, 3 * point + 3);
  return shown;
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
