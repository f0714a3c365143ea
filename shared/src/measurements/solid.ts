/** Surface and volume of an object that is made of triangles. */
import { cross, dot, length, type ReadonlyVec3, subtract, type Vec3 } from '../maths/index.ts';

export interface SolidMeasure {
  readonly triangles: number;
  /** Of all triangles, each once, m². */
  readonly areaM2: number;
  /** Null where the surface is not closed, or its faces do not agree on what is outside; m³. */
  readonly volumeM3: number | null;
}

/** Corners that lie closer are one, metres: tiles have floats. */
const SAME_M = 0.0001;
/** More corners than this make edge numbers inexact. */
const CORNERS_MOST = 2 ** 26;

/**
 * Adds up the triangles of one object. Its volume is the sum of the tetrahedra from its first corner to each triangle (divergence theorem), which
 * holds where every edge belongs to as many triangles in one direction as in the other.
 */
export class Solid {
  private origin: Vec3 | null = null;
  private readonly corners = new Map<string, number>();
  /** Edge → how often it is passed from its lower corner to its higher one, less the other way. */
  private readonly edges = new Map<number, number>();
  private readonly faces = new Set<string>();
  private areaM2 = 0;
  private sixfoldM3 = 0;

  /** Coordinates in metres. A triangle that is there already, from the other side too, counts once. */
  add(a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3): void {
    this.origin ??= [...a];
    const [u, v, w] = [subtract(a, this.origin), subtract(b, this.origin), subtract(c, this.origin)];
    const [i, j, k] = [this.cornerOf(u), this.cornerOf(v), this.cornerOf(w)];
    // Without area, after corners were joined.
    if (i === j || j === k || k === i) return;
    const face = [i, j, k].sort((one, other) => one - other).join();
    if (this.faces.has(face)) return;
    this.faces.add(face);
    const normal = cross(subtract(v, u), subtract(w, u));
    this.areaM2 += length(normal) / 2;
    this.sixfoldM3 += dot(u, cross(v, w));
    this.pass(i, j);
    this.pass(j, k);
    this.pass(k, i);
  }

  measure(): SolidMeasure {
    const isClosed = this.faces.size > 0 && this.corners.size < CORNERS_MOST && this.edges.size === 0;
    return {
      triangles: this.faces.size,
      areaM2: this.areaM2,
      volumeM3: isClosed ? Math.abs(this.sixfoldM3) / 6 : null,
    };
  }

  private cornerOf(point: ReadonlyVec3): number {
    const key = point.map((metres) => Math.round(metres / SAME_M)).join();
    const known = this.corners.get(key);
    if (known !== undefined) return known;
    this.corners.set(key, this.corners.size);
    return this.corners.size - 1;
  }

  /** Edges that are passed both ways are removed: what stays is open. */
  private pass(from: number, to: number): void {
    const edge = Math.min(from, to) * CORNERS_MOST + Math.max(from, to);
    const count = (this.edges.get(edge) ?? 0) + (from < to ? 1 : -1);
    if (count === 0) this.edges.delete(edge);
    else this.edges.set(edge, count);
  }
}
