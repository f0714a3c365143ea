import type { Xy } from './sheet-items.ts';

/** A line of a drawing. A closed one does not repeat its first corner. */
export interface StitchedLine {
  readonly points: readonly Xy[];
  readonly isClosed: boolean;
}

/** Ends this near are one, metres; coarser keys join what does not belong together. */
const KEY_M = 0.0001;
/** Corners this near to the line without them are left out, metres. */
const COLLINEAR_M = 0.0005;
/** Corners this near to the line from the one before to the one after are no corners, metres. */
const STRAIGHT_M = 0.000_001;
const KEY_SPAN = 2 ** 26;

const keyOf = (x: number, y: number): number => Math.round(x / KEY_M) * KEY_SPAN + Math.round(y / KEY_M);

/** Cuts that share ends, by the keys of these. */
interface Ends {
  readonly places: Map<number, Xy>;
  /** The other ends of what begins or ends at a key. */
  readonly next: Map<number, Set<number>>;
}

/**
 * Joins the cuts of one object, flat ax, ay, bx, by in metres within 3 km of zero, to lines. Lines whose ends meet nothing stay open:
 * surfaces without caps are so. Double cuts count once.
 */
export function stitchLines(cuts: ArrayLike<number>): StitchedLine[] {
  const ends = endsOf(cuts);
  const lines: StitchedLine[] = [];
  const walkFrom = (start: number) => {
    const keys = walk(ends.next, start);
    if (keys.length < 2) return;
    const isClosed = keys.length > 3 && keys[0] === keys.at(-1);
    const points = keys.map((key) => ends.places.get(key)!);
    lines.push(simplified(points, isClosed));
  };
  // From the ends of open lines first; what is left are loops.
  for (const [key, others] of ends.next) if (others.size % 2 === 1) walkFrom(key);
  for (const [key, others] of ends.next) while (others.size > 0) walkFrom(key);
  return lines;
}

function endsOf(cuts: ArrayLike<number>): Ends {
  const places = new Map<number, Xy>();
  const next = new Map<number, Set<number>>();
  const join = (from: number, to: number) => {
    const others = next.get(from);
    if (others) others.add(to);
    else next.set(from, new Set([to]));
  };
  for (let at = 0; at + 3 < cuts.length; at += 4) {
    const [ax, ay, bx, by] = [cuts[at]!, cuts[at + 1]!, cuts[at + 2]!, cuts[at + 3]!];
    const [a, b] = [keyOf(ax, ay), keyOf(bx, by)];
    if (a === b || next.get(a)?.has(b)) continue;
    if (!places.has(a)) places.set(a, [ax, ay]);
    if (!places.has(b)) places.set(b, [bx, by]);
    join(a, b);
    join(b, a);
  }
  return { places, next };
}

/** Follows cuts that were not followed yet, and takes them out, until nothing goes on or the start is reached again. */
function walk(next: Ends['next'], start: number): number[] {
  const keys = [start];
  for (let at = start; ;) {
    const others = next.get(at)!;
    const { value: to } = others.values().next();
    if (to === undefined) return keys;
    others.delete(to);
    next.get(to)!.delete(at);
    keys.push(to);
    if (to === start) return keys;
    at = to;
  }
}

/** `points` of a closed line repeat the first one. */
function simplified(points: readonly Xy[], isClosed: boolean): StitchedLine {
  if (!isClosed) return { points: withoutCollinear(points), isClosed };
  // The place farthest from another one is a corner; the one farthest from that splits the loop into two lines.
  const start = farthestFrom(points, points[0]!);
  const loop = [...points.slice(start, -1), ...points.slice(0, start + 1)];
  const opposite = farthestFrom(loop, loop[0]!);
  const there = withoutCollinear(loop.slice(0, opposite + 1));
  const back = withoutCollinear(loop.slice(opposite));
  return { points: [...there, ...back.slice(1, -1)], isClosed: there.length + back.length > 4 };
}

function farthestFrom(points: readonly Xy[], [fromX, fromY]: Xy): number {
  let [farthest, most] = [0, 0];
  for (const [i, [x, y]] of points.entries()) {
    const away = Math.hypot(x - fromX, y - fromY);
    if (away > most) [farthest, most] = [i, away];
  }
  return farthest;
}

/** Keeps the ends and the corners that matter (Douglas and Peucker, 1973). */
function withoutCollinear(all: readonly Xy[]): Xy[] {
  const points = withoutStraight(all);
  const isKept = new Uint8Array(points.length);
  isKept[0] = 1;
  isKept[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [farthest, most] = [-1, COLLINEAR_M];
    for (let i = from + 1; i < to; i++) {
      const off = distanceFrom(points[from]!, points[to]!, points[i]!);
      if (off > most) [farthest, most] = [i, off];
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    spans.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, i) => isKept[i] === 1);
}

/** Without the places between corners, of which the farthest of several equal ones would stay. */
function withoutStraight(points: readonly Xy[]): Xy[] {
  const kept = [points[0]!];
  for (let i = 1; i < points.length - 1; i++)
    if (distanceFrom(kept.at(-1)!, points[i + 1]!, points[i]!) > STRAIGHT_M) kept.push(points[i]!);
  return [...kept, points.at(-1)!];
}

/** The distance of a place from the straight line through two others; from the first one where they are the same. */
function distanceFrom([ax, ay]: Xy, [bx, by]: Xy, [x, y]: Xy): number {
  const long = Math.hypot(bx - ax, by - ay);
  if (long === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long;
}
