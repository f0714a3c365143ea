/**
 * Block letters for tank tags, drawn from strokes so that no font is needed. Coordinates: x to 4, y to 6, y upwards.
 */
const STROKES: Readonly<Record<string, readonly (readonly number[])[]>> = {
  '0': [[0, 1, 0, 5, 1, 6, 3, 6, 4, 5, 4, 1, 3, 0, 1, 0, 0, 1]],
  '1': [
    [1, 5, 2, 6, 2, 0],
    [1, 0, 3, 0],
  ],
  '2': [[0, 5, 1, 6, 3, 6, 4, 5, 4, 4, 0, 0, 4, 0]],
  '3': [
    [0, 5, 1, 6, 3, 6, 4, 5, 4, 4, 3, 3.2, 1.5, 3.2],
    [3, 3.2, 4, 2.2, 4, 1, 3, 0, 1, 0, 0, 1],
  ],
  '4': [[3, 0, 3, 6, 0, 2, 4, 2]],
  '5': [[4, 6, 0, 6, 0, 3.4, 3, 3.4, 4, 2.5, 4, 1, 3, 0, 1, 0, 0, 1]],
  '6': [[4, 5, 3, 6, 1, 6, 0, 5, 0, 1, 1, 0, 3, 0, 4, 1, 4, 2.4, 3, 3.4, 0, 3.4]],
  '7': [[0, 6, 4, 6, 1.5, 0]],
  '8': [
    [1, 3.2, 0, 4.2, 0, 5, 1, 6, 3, 6, 4, 5, 4, 4.2, 3, 3.2, 1, 3.2, 0, 2.2, 0, 1, 1, 0, 3, 0, 4, 1, 4, 2.2, 3, 3.2],
  ],
  '9': [[0, 1, 1, 0, 3, 0, 4, 1, 4, 5, 3, 6, 1, 6, 0, 5, 0, 3.6, 1, 2.6, 4, 2.6]],
  '-': [[0.8, 3, 3.2, 3]],
  T: [
    [0, 6, 4, 6],
    [2, 6, 2, 0],
  ],
};

const HALF_STROKE = 0.46;
const ADVANCE = 5.6;

/** Ink (0 to 1) of a text at (u, v) of its face, v upwards; the text is centred and fills about 60 % of the height. */
export function inkAt(text: string, u: number, v: number, aspect: number): number {
  const unit = 0.6 / 6;
  const width = (text.length * ADVANCE - (ADVANCE - 4)) * unit;
  const x = (u * aspect - (aspect - width) / 2) / unit;
  const y = (v - 0.2) / unit;
  const index = Math.floor((x + (ADVANCE - 4) / 2) / ADVANCE);
  const strokes = STROKES[text[index] ?? ''] ?? [];
  const lx = x - index * ADVANCE;
  let nearest = Infinity;
  for (const stroke of strokes) {
    for (let k = 3; k < stroke.length; k += 2)
      nearest = Math.min(nearest, toSegment(lx, y, stroke[k - 3]!, stroke[k - 2]!, stroke[k - 1]!, stroke[k]!));
  }
  return Math.min(1, Math.max(0, (HALF_STROKE - nearest) / 0.12 + 0.5));
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
