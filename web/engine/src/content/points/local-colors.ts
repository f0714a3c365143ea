import { areColors8Bit, areUncolored, bareColorOf, bareColors } from '@overlook/shared/point-files';

/** Points of a file, one element each, of which the first `count` are used; colours are flat RGB. */
interface ScannedPoints {
  readonly count: number;
  readonly intensities: Uint16Array;
  readonly classes: Uint8Array;
  /** Flat xyz in units of the file. */
  readonly places: Float64Array;
  /** 16 bits per channel, or 8 in 16; null where the file has none. */
  readonly colors: Uint16Array | null;
}

/**
 * Flat RGB of 8 bits in which points of a file are drawn: their colours, and those of intensity, class or height where
 * some have none; null where all have none, and the renderer chooses them.
 */
export function shownColors({ count, intensities, classes, places, colors: all }: ScannedPoints): Uint8Array | null {
  const colors = all?.subarray(0, 3 * count);
  const counts = colors && countColors(colors);
  if (!colors || !counts || counts.colored === 0) return null;
  const of8Bits = areColors8Bit(counts);
  const shown = Uint8Array.from(colors, (channel) => (of8Bits ? Math.min(255, channel) : channel >> 8));
  if (!areUncolored({ points: count, ...counts })) return shown;
  const points = Uint32Array.from({ length: count }, (_, point) => point);
  const bare = points.filter((point) => [0, 1, 2].every((channel) => colors[3 * point + channel] === 0));
  const heightOf = (point: number) => places[3 * point + 2]!;
  const colored = bareColors({
    intensities: Uint16Array.from(bare, (point) => intensities[point]!),
    classes: new Set(Uint8Array.from(bare, (point) => classes[point]!)),
    heights: Float64Array.from(bare, heightOf),
  });
  for (const point of bare)
    shown.set(bareColorOf(colored, intensities[point]!, classes[point]!, heightOf(point)), 3 * point);
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
