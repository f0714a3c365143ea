/** A line of a drawing: metres along its width and its height. */
export interface DrawnLine {
  /** Flat xy; of a closed line the first corner is not repeated. */
  readonly points: readonly number[];
  readonly isClosed: boolean;
}

/** Ends that lie closer are one corner, metres. */
const SAME_M = 0.0001;
/** Corners that lie closer to the line without them are left out, metres. */
const STRAIGHT_M = 0.0005;

/** Joins segments (flat: both ends of each) into lines, as long as no corner has more than two ends. Open lines stay open: what is no closed surface has none. */
export function stitchLines(segments: readonly number[]): DrawnLine[] {
  const ends = new Map<string, number[]>();
  const keyOf = (end: number): string =>
    `${Math.round(segments[2 * end]! / SAME_M)},${Math.round(segments[2 * end + 1]! / SAME_M)}`;
  const count = segments.length / 4;
  const isUsed = new Uint8Array(count);
  const sides = new Set<string>();
  for (let i = 0; i < count; i++) {
    const [a, b] = [keyOf(2 * i), keyOf(2 * i + 1)];
    // A segment without length joins nothing, and that of the back of a face is there already.
    const side = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (a === b || sides.has(side)) {
      isUsed[i] = 1;
      continue;
    }
    sides.add(side);
    for (const [key, end] of [
      [a, 2 * i],
      [b, 2 * i + 1],
    ] as const) {
      const here = ends.get(key);
      if (here) here.push(end);
      else ends.set(key, [end]);
    }
  }
  /** The unused segment that goes on from an end, as the end at which it is entered. */
  const nextFrom = (end: number): number | undefined => {
    const here = ends.get(keyOf(end))!;
    return here.length === 2 ? here.find((other) => !isUsed[other >> 1]) : undefined;
  };
  const walk = (from: number): number[] => {
    const path: number[] = [];
    for (let end: number | undefined = from; end !== undefined; end = nextFrom(end)) {
      isUsed[end >> 1] = 1;
      end ^= 1;
      path.push(segments[2 * end]!, segments[2 * end + 1]!);
    }
    return path;
  };
  const lines: DrawnLine[] = [];
  for (let i = 0; i < count; i++) {
    if (isUsed[i]) continue;
    const ahead = walk(2 * i);
    const start = [segments[4 * i]!, segments[4 * i + 1]!];
    const isClosed = isSame(start, ahead.slice(-2));
    // The other direction, from the first end of the first segment.
    const behind = isClosed ? undefined : nextFrom(2 * i);
    const before = behind === undefined ? [] : reversed(walk(behind));
    const whole = [...before, ...start, ...(isClosed ? ahead.slice(0, -2) : ahead)];
    lines.push({ points: isClosed ? simplifyRing(whole) : simplify(whole), isClosed });
  }
  return lines;
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  Math.abs(a[0]! - b[0]!) < SAME_M && Math.abs(a[1]! - b[1]!) < SAME_M;

const reversed = (points: readonly number[]): number[] => {
  const out: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) out.push(points[at]!, points[at + 1]!);
  return out;
};

/** Without corners that lie on the line between others (Douglas and Peucker 1973). */
function simplify(points: readonly number[]): number[] {
  const count = points.length / 2;
  const isKept = new Uint8Array(count);
  isKept[0] = isKept[count - 1] = 1;
  const open: [number, number][] = [[0, count - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range;
    let [farthest, most] = [-1, STRAIGHT_M];
    for (let i = from + 1; i < to; i++) {
      const away = distanceToLine(points, i, from, to);
      if (away > most) [farthest, most] = [i, away];
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    open.push([from, farthest], [farthest, to]);
  }
  return withoutMiddles(points.filter((_, at) => isKept[at >> 1]));
}

/** Without corners on the straight line between their neighbours: where a side lies parallel to the line above, its middle is as far as its ends. */
function withoutMiddles(points: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < points.length / 2; i++) {
    const next = points.slice(2 * i + 2, 2 * i + 4);
    const here = [...out.slice(-2), points[2 * i]!, points[2 * i + 1]!, ...next];
    if (here.length < 6 || distanceToLine(here, 1, 0, 2) > SAME_M) out.push(points[2 * i]!, points[2 * i + 1]!);
  }
  return out;
}

/** A ring is cut at two of its corners, which stay: the farthest from its begin, and the farthest from that one. */
function simplifyRing(points: readonly number[]): number[] {
  if (points.length < 8) return [...points];
  const start = farthestFrom(points, 0);
  const ring = [...points.slice(2 * start), ...points.slice(0, 2 * start)];
  const far = farthestFrom(ring, 0);
  const first = simplify(ring.slice(0, 2 * far + 2));
  const second = simplify([...ring.slice(2 * far), ring[0]!, ring[1]!]);
  return [...first.slice(0, -2), ...second.slice(0, -2)];
}

function farthestFrom(points: readonly number[], from: number): number {
  let [farthest, most] = [from, 0];
  for (let i = 0; i < points.length / 2; i++) {
    const away = Math.hypot(points[2 * i]! - points[2 * from]!, points[2 * i + 1]! - points[2 * from + 1]!);
    if (away > most) [farthest, most] = [i, away];
  }
  return farthest;
}

function distanceToLine(points: readonly number[], i: number, from: number, to: number): number {
  const [ax, ay] = [points[2 * from]!, points[2 * from + 1]!];
  const [dx, dy] = [points[2 * to]! - ax, points[2 * to + 1]! - ay];
  const [px, py] = [points[2 * i]! - ax, points[2 * i + 1]! - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length;
}
