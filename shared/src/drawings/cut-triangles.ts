import type { ReadonlyVec3 } from '../maths/index.ts';

/**
 * Segments where a plane cuts the triangles of objects. Coordinates are those of the drawing: metres along its width and its height, the third
 * from its plane. The cut lies a little above the plane, so that faces in the plane, as floors at their own level, are cut once and not doubly or
 * not at all.
 */
export class PlaneCut {
  /** Object → its segments, flat: x and y of one end, x and y of the other. */
  readonly segments = new Map<number, number[]>();
  /** Triangles that the plane cuts. */
  triangles = 0;

  constructor(private readonly offsetM = CUT_ABOVE_M) {}

  /** Adds a triangle of an object. A corner in the plane counts as above it. */
  add(object: number, a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3): void {
    const [sa, sb, sc] = [this.isAbove(a), this.isAbove(b), this.isAbove(c)];
    if (sa === sb && sb === sc) return;
    this.triangles++;
    const ends: number[] = [];
    if (sa !== sb) this.crossing(a, b, ends);
    if (sb !== sc) this.crossing(b, c, ends);
    if (sc !== sa) this.crossing(c, a, ends);
    const own = this.segments.get(object);
    if (own) own.push(ends[0]!, ends[1]!, ends[2]!, ends[3]!);
    else this.segments.set(object, ends);
  }

  private isAbove(point: ReadonlyVec3): boolean {
    return point[2] - this.offsetM >= 0;
  }

  /** Of an edge always from its lower end, so that both triangles of the edge give the same place to the last bit. */
  private crossing(from: ReadonlyVec3, to: ReadonlyVec3, ends: number[]): void {
    const [low, high] = from[2] < to[2] ? [from, to] : [to, from];
    const t = (this.offsetM - low[2]) / (high[2] - low[2]);
    ends.push(low[0] + t * (high[0] - low[0]), low[1] + t * (high[1] - low[1]));
  }
}

/** How far above its plane a drawing is cut, metres. */
export const CUT_ABOVE_M = 0.000_05;
