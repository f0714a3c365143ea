/**
 * The outlines of what lies behind the plane of a drawing, with hidden lines removed: edges where surfaces end or meet, and silhouettes of round
 * ones, where no triangle behind the plane lies before them.
 */
import type { MeshEdge } from './mesh-edges.ts';
import { FloatList } from './float-list.ts';
import { BEHIND_TRIANGLES_MOST, Occluders, type Place } from './occluders.ts';

/** The window of a drawing, metres: half of its width and height, and how far one looks behind the plane. */
export interface DrawingDepth {
  readonly half: readonly [number, number];
  readonly depthM: number;
}

/** Edges that are kept: more fit no drawing. */
const EDGES_MOST = 1_000_000;
/** Lines of the cut hide this far to both sides what lies behind them, metres: else the foot of a cut wall would be drawn over it. */
const CUT_HIDES_M = 0.0001;
/** Visible and hidden parts that are shorter are none, metres. */
const SHORTEST_M = 0.0001;

export class BehindPlane {
  private readonly occluders = new Occluders();
  /** Flat: x, y and depth of both ends. */
  private readonly edges = new FloatList();
  private readonly objects: number[] = [];

  constructor(private readonly depth: DrawingDepth) {}

  /** Whether there is more than can be drawn. */
  get isFull(): boolean {
    return this.occluders.count > BEHIND_TRIANGLES_MOST || this.objects.length >= EDGES_MOST;
  }

  /** Whether a box around a triangle or an edge reaches into the window behind the plane. */
  reaches(...places: readonly Place[]): boolean {
    const { half, depthM } = this.depth;
    const least = (axis: number) => Math.min(...places.map((place) => place[axis]!));
    const most = (axis: number) => Math.max(...places.map((place) => place[axis]!));
    if (most(2) <= 0 || least(2) > depthM) return false;
    return least(0) <= half[0] && most(0) >= -half[0] && least(1) <= half[1] && most(1) >= -half[1];
  }

  /** Adds a triangle that reaches there, which hides with its part behind the plane. */
  addTriangle(a: Place, b: Place, c: Place): void {
    if (this.isFull) return;
    const corners: Place[] = [];
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      if (from[2] >= 0) corners.push(from);
      if (from[2] >= 0 !== to[2] >= 0) corners.push(atPlane(from, to));
    }
    for (let i = 2; i < corners.length; i++) this.occluders.add(corners[0]!, corners[i - 1]!, corners[i]!);
  }

  /** Adds an edge of an object, if it reaches there and is drawn: `ofVertex` gives the places of its vertices. */
  addEdge(
    object: number,
    { from, to, across: [one, other], isFeature }: MeshEdge,
    ofVertex: (vertex: number) => Place,
  ): void {
    const [a, b] = [ofVertex(from), ofVertex(to)];
    if (this.isFull || !this.reaches(a, b)) return;
    if (!isFeature && !(other !== null && isFold(a, b, ofVertex(one), ofVertex(other)))) return;
    const [near, far] = [a[2] < 0 ? atPlane(a, b) : a, b[2] < 0 ? atPlane(b, a) : b];
    this.edges.push(...near, ...far);
    this.objects.push(object);
  }

  /** The visible parts of the edges by object, flat: x and y of both ends. `cuts` are the lines of the cut, likewise. */
  visibleLines(cuts: Iterable<readonly number[]>): Map<number, number[]> {
    for (const segments of cuts)
      for (let at = 0; at < segments.length && !this.isFull; at += 4)
        this.addCut(segments[at]!, segments[at + 1]!, segments[at + 2]!, segments[at + 3]!);
    this.occluders.build();
    const lines = new Map<number, number[]>();
    const { values } = this.edges;
    for (const [number, object] of this.objects.entries()) {
      const at = 6 * number;
      const [from, to]: [Place, Place] = [
        [values[at]!, values[at + 1]!, values[at + 2]!],
        [values[at + 3]!, values[at + 4]!, values[at + 5]!],
      ];
      const parts = this.visibleParts(from, to);
      if (parts.length === 0) continue;
      const own = lines.get(object);
      if (own) own.push(...parts);
      else lines.set(object, parts);
    }
    return lines;
  }

  private visibleParts(from: Place, to: Place): number[] {
    const shortest = SHORTEST_M / Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (shortest >= 1) return [];
    const visible: number[] = [];
    const deepest = this.shareWithin(from, to);
    let start = deepest[0];
    const add = (end: number): void => {
      if (end - start <= shortest) return;
      for (const share of [start, end])
        visible.push(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
    };
    const hidden = this.occluders.hiddenParts(from, to);
    for (let at = 0; at < hidden.length; at += 2) {
      if (hidden[at + 1]! - hidden[at]! <= shortest) continue;
      add(Math.min(hidden[at]!, deepest[1]));
      start = Math.max(start, hidden[at + 1]!);
    }
    add(deepest[1]);
    return visible;
  }

  /** The part of a line that is not deeper than the window, as shares of its length. */
  private shareWithin(from: Place, to: Place): readonly [number, number] {
    const { depthM } = this.depth;
    const share = (depthM - from[2]) / (to[2] - from[2]);
    return [from[2] > depthM ? share : 0, to[2] > depthM ? share : 1];
  }

  /** A line of the cut hides as a narrow strip before the plane. */
  private addCut(ax: number, ay: number, bx: number, by: number): void {
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) return;
    const [x, y] = [(CUT_HIDES_M * (bx - ax)) / length, (CUT_HIDES_M * (by - ay)) / length];
    const corners: [Place, Place, Place, Place] = [
      [ax - x - y, ay - y + x, -1],
      [ax - x + y, ay - y - x, -1],
      [bx + x + y, by + y - x, -1],
      [bx + x - y, by + y + x, -1],
    ];
    this.occluders.add(corners[0], corners[1], corners[2]);
    this.occluders.add(corners[0], corners[2], corners[3]);
  }
}

/** Where an edge passes through the plane; from its ends in a fixed order, so that all its triangles give the same place. */
function atPlane(from: Place, to: Place): Place {
  const [low, high] = from[2] < to[2] ? [from, to] : [to, from];
  const t = -low[2] / (high[2] - low[2]);
  return [low[0] + t * (high[0] - low[0]), low[1] + t * (high[1] - low[1]), 0];
}

/**
 * Whether a surface is turned away at an edge: both faces lie on the same side of it on the sheet, or one is square to the sheet, which has no side, as
 * the outermost facet of a pipe may be.
 */
function isFold(a: Place, b: Place, one: Place, other: Place): boolean {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const sideOf = (point: Place): number => {
    const metres = ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / length;
    return Math.abs(metres) > SHORTEST_M ? Math.sign(metres) : 0;
  };
  const [oneSide, otherSide] = [sideOf(one), sideOf(other)];
  return oneSide === otherSide ? oneSide !== 0 : oneSide * otherSide === 0;
}
