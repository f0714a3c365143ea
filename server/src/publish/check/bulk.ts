import { AXES, type Vec3 } from '@overlook/shared/maths';
import { type Bounds, centreOf, EMPTY, medianOf, sidesOf, union } from '../bounds.ts';

/** A content that lies so far from all others that it says nothing about their place. */
interface Stray<Name> {
  readonly name: Name;
  /** Metres from the others, to the side or below them. */
  readonly awayM: number;
  readonly isBelow: boolean;
}

/** What most of some contents fill. */
export interface BulkMeasure<Name> {
  readonly box: Bounds;
  readonly strays: readonly Stray<Name>[];
  /** The lowest of the few points below the box, and how far below they reach; null where there are none. */
  readonly below: { readonly point: Vec3; readonly metres: number } | null;
}

/** Metres to the side of the others beyond which a content is astray: sites are smaller. */
const FAR_M = 20_000;
/** Metres of nothing between a content and all others above it that make it one astray; more where those are higher. */
const DEEP_M = 20;
/** The largest share of contents that are astray: more are a layer of that size, such as a pipeline. */
const FEW = 0.02;
/** How many of so many contents may be astray. */
export const fewOf = (contents: number): number => (contents < 3 ? 0 : Math.max(1, Math.floor(FEW * contents)));
/** The share of points at either end of an axis that may be noise. */
const NOISE = 0.01;
/** How far beyond the others noise may reach and still count: parts of their extent, and metres. */
const REACH = { side: [3, 50], low: [1.5, 5], high: [3, 200] } as const;

/** A point that is kept stands for so many; when the room is full, each second one is dropped. */
const SAMPLES_MOST = 400_000;

/**
 * Measures contents, so that a few points or one content far from all others do not decide where the whole is. Axes are
 * metres: two level ones, and one upwards.
 */
export class Bulk<Name> {
  private readonly contents: { readonly box: Bounds; readonly name: Name }[] = [];
  private samples: { readonly point: Vec3; readonly content: number }[] = [];
  private every = 1;
  private offered = 0;

  /** A content: its exact box, and some of its points. */
  add(box: Bounds, points: Iterable<Vec3>, name: Name): void {
    const content = this.contents.push({ box, name }) - 1;
    for (const point of points) {
      if (this.offered++ % this.every !== 0) continue;
      this.samples.push({ point, content });
      if (this.samples.length < SAMPLES_MOST) continue;
      this.samples = this.samples.filter((_, i) => i % 2 === 0);
      this.every *= 2;
    }
  }

  get size(): number {
    return this.contents.length;
  }

  names(): Name[] {
    return this.contents.map(({ name }) => name);
  }

  measure(): BulkMeasure<Name> {
    const strays = this.strays();
    const kept = this.contents.map((_, i) => !strays.has(i));
    const samples = this.samples.filter(({ content }) => kept[content]).map(({ point }) => point);
    const reach = reachOf(samples);
    const inside = samples.filter((point) => isWithin([...point, ...point], reach));
    let box: Bounds = EMPTY;
    for (const [i, { box: own }] of this.contents.entries()) if (kept[i] && isWithin(own, reach)) box = union(box, own);
    for (const point of inside) box = union(box, [...point, ...point]);
    const lowest = samples.reduce<Vec3 | null>((least, point) => (least && least[2] <= point[2] ? least : point), null);
    const below = lowest && lowest[2] < reach[2] ? { point: lowest, metres: box[2] - lowest[2] } : null;
    return { box, strays: [...strays.values()], below };
  }

  private strays(): Map<number, Stray<Name>> {
    const strays = new Map<number, Stray<Name>>();
    const { contents } = this;
    const few = fewOf(contents.length);
    if (few === 0) return strays;
    const centres = contents.map(({ box }) => centreOf(box));
    const middle = medianOf(centres);
    const awayM = centres.map((centre) => Math.hypot(centre[0] - middle[0], centre[1] - middle[1]));
    const far = contents.flatMap((_, i) => (awayM[i]! > FAR_M ? i : []));
    if (far.length <= few) for (const i of far) strays.set(i, this.stray(i, awayM[i]!, false));
    const rest = contents.flatMap((_, i) => (strays.has(i) ? [] : i));
    for (const [i, metres] of deepOf(rest, contents, few)) strays.set(i, this.stray(i, metres, true));
    return strays;
  }

  private stray(content: number, awayM: number, isBelow: boolean): Stray<Name> {
    return { name: this.contents[content]!.name, awayM, isBelow };
  }
}

/** The few lowest contents where there is nothing between them and all others above; with the metres of nothing. */
function deepOf(
  rest: readonly number[],
  contents: readonly { readonly box: Bounds }[],
  few: number,
): [content: number, metres: number][] {
  const byTop = rest.toSorted((a, b) => contents[a]!.box[5] - contents[b]!.box[5]);
  const most = Math.min(few, byTop.length - 2);
  let others: Bounds = byTop.slice(most).reduce((box, i) => union(box, contents[i]!.box), EMPTY);
  for (let count = most; count > 0; count--) {
    const gapM = others[2] - contents[byTop[count - 1]!]!.box[5];
    if (gapM > Math.max(DEEP_M, sidesOf(others)[2])) return byTop.slice(0, count).map((i) => [i, gapM]);
    others = union(others, contents[byTop[count - 1]!]!.box);
  }
  return [];
}

/** The box beyond which points are noise. */
function reachOf(points: readonly Vec3[]): Bounds {
  const ends = AXES.map((axis) => {
    const values = Float64Array.from(points, (point) => point[axis]).sort();
    const noise = Math.floor(NOISE * values.length);
    const [low, high] = [values[noise] ?? 0, values[values.length - 1 - noise] ?? 0];
    const beyond = ([parts, metres]: readonly [number, number]) => parts * (high - low) + metres;
    const [under, over] = axis === 2 ? [REACH.low, REACH.high] : [REACH.side, REACH.side];
    return [low - beyond(under), high + beyond(over)] as const;
  });
  return [ends[0]![0], ends[1]![0], ends[2]![0], ends[0]![1], ends[1]![1], ends[2]![1]];
}

const isWithin = (box: Bounds, around: Bounds): boolean =>
  AXES.every((axis) => box[axis]! >= around[axis]! && box[axis + 3]! <= around[axis + 3]!);
