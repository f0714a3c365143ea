/**
 * Triangles cut at the faces of a box (Sutherland and Hodgman, 1974): each polygon is cut by one face after another and becomes a fan.
 * A point where a face cuts an edge is computed from the edge's ends in one order, for both of its triangles, and lies
 * in the face to the last bit: both triangles of an edge get the same point, so that a closed surface is open only at
 * the faces.
 */
import type { Vec3 } from '@overlook/shared/maths';

/** Vertices before they are cut. */
export interface ClipSource {
  /** Flat xyz, metres along the box's own axes from its centre. */
  readonly positions: Float64Array;
  /** All other values of the vertices, flat, `width` a vertex; they are interpolated along with the positions. */
  readonly values: Float32Array;
  readonly width: number;
}

/** The parts inside the box. Points on a face count as inside. */
export interface ClippedMesh {
  /** As in the source. */
  readonly positions: Float64Array;
  readonly values: Float32Array;
  readonly indices: Uint32Array;
}

/** A corner of a polygon: x, y, z and the other values; `vertex` is the source's, −1 for one that a cut has made. */
interface Corner {
  readonly row: Float64Array;
  readonly vertex: number;
}

/** Cuts lists of triangles of the same vertices. `half` is half of each side of the box, metres. */
export class TriangleClipper {
  /** A bit for each face that a vertex is beyond: of axis i, 2^2i for the lower and 2^(2i + 1) for the upper one. */
  readonly #beyond: Uint8Array;
  /** The output index of a vertex, for the list whose number is in `#lists`. */
  readonly #written: Uint32Array;
  readonly #list: Uint32Array;
  #lists = 0;

  constructor(
    private readonly source: ClipSource,
    private readonly half: Readonly<Vec3>,
  ) {
    const count = source.positions.length / 3;
    this.#beyond = Uint8Array.from({ length: count }, (_, vertex) => {
      let bits = 0;
      for (let axis = 0; axis < 3; axis++) {
        const value = source.positions[3 * vertex + axis]!;
        // A coordinate that is not a number is beyond all faces.
        if (!(value >= -half[axis]!)) bits |= 1 << (2 * axis);
        if (!(value <= half[axis]!)) bits |= 2 << (2 * axis);
      }
      return bits;
    });
    this.#written = new Uint32Array(count);
    this.#list = new Uint32Array(count);
  }

  /** Whether a triangle may reach into the box. */
  isNear(a: number, b: number, c: number): boolean {
    return (this.#beyond[a]! & this.#beyond[b]! & this.#beyond[c]!) === 0;
  }

  /** The parts inside of these triangles, three vertices each; null where there is none. */
  clip(corners: ArrayLike<number>): ClippedMesh | null {
    this.#lists++;
    const out = new VertexList(this.source.width);
    const indices: number[] = [];
    for (let i = 0; i + 2 < corners.length; i += 3) {
      const [a, b, c] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
      if (!this.isNear(a, b, c)) continue;
      const cut = this.#beyond[a]! | this.#beyond[b]! | this.#beyond[c]!;
      const polygon = cut === 0 ? [a, b, c].map((one) => this.#corner(one)) : this.#cutPolygon([a, b, c], cut);
      for (let at = 1; at + 1 < polygon.length; at++) {
        const fan = [polygon[0]!, polygon[at]!, polygon[at + 1]!];
        if (hasArea(fan)) for (const corner of fan) indices.push(this.#indexOf(corner, out));
      }
    }
    return indices.length === 0 ? null : { ...out.finish(), indices: Uint32Array.from(indices) };
  }

  #corner(vertex: number): Corner {
    const { positions, values, width } = this.source;
    const row = new Float64Array(3 + width);
    for (let axis = 0; axis < 3; axis++) row[axis] = positions[3 * vertex + axis]!;
    for (let i = 0; i < width; i++) row[3 + i] = values[width * vertex + i]!;
    return { row, vertex };
  }

  #cutPolygon(vertices: readonly number[], cut: number): Corner[] {
    let polygon = vertices.map((vertex) => this.#corner(vertex));
    for (let axis = 0; axis < 3; axis++)
      for (const side of [-1, 1] as const)
        if (cut & ((side < 0 ? 1 : 2) << (2 * axis))) polygon = cutAt(polygon, axis, side, this.half[axis]!);
    return polygon;
  }

  #indexOf({ row, vertex }: Corner, out: VertexList): number {
    if (vertex < 0) return out.made(row);
    if (this.#list[vertex] !== this.#lists) {
      this.#list[vertex] = this.#lists;
      this.#written[vertex] = out.add(row);
    }
    return this.#written[vertex]!;
  }
}

/** The part of a convex polygon on the inner side of a face: side · row[axis] ≤ half. */
function cutAt(polygon: readonly Corner[], axis: number, side: -1 | 1, half: number): Corner[] {
  const out: Corner[] = [];
  for (const [i, corner] of polygon.entries()) {
    const next = polygon[(i + 1) % polygon.length]!;
    const [isIn, isNextIn] = [side * corner.row[axis]! <= half, side * next.row[axis]! <= half];
    if (isIn) out.push(corner);
    // An end in the face is the cut itself.
    const inner = isIn ? corner : next;
    if (isIn !== isNextIn && inner.row[axis] !== side * half)
      out.push({ row: crossing(corner.row, next.row, axis, side * half), vertex: -1 });
  }
  return out;
}

/** Where the edge between two corners has the value `at` on the axis. */
function crossing(one: Float64Array, other: Float64Array, axis: number, at: number): Float64Array {
  const [from, to] = isBefore(one, other) ? [one, other] : [other, one];
  const share = (at - from[axis]!) / (to[axis]! - from[axis]!);
  const row = from.map((value, i) => value + share * (to[i]! - value));
  row[axis] = at;
  return row;
}

/** An order of the two ends that depends only on their positions. */
function isBefore(one: Float64Array, other: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) if (one[axis] !== other[axis]) return one[axis]! < other[axis]!;
  return true;
}

function hasArea([a, b, c]: readonly Corner[]): boolean {
  const [p, q, r] = [a!.row, b!.row, c!.row];
  const [ux, uy, uz] = [q[0]! - p[0]!, q[1]! - p[1]!, q[2]! - p[2]!];
  const [vx, vy, vz] = [r[0]! - p[0]!, r[1]! - p[1]!, r[2]! - p[2]!];
  return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx;
}

/** Vertices in the order in which they are first used. */
class VertexList {
  readonly #positions: number[] = [];
  readonly #values: number[] = [];
  readonly #made = new Map<string, number>();

  constructor(private readonly width: number) {}

  add(row: Float64Array): number {
    for (let i = 0; i < 3; i++) this.#positions.push(row[i]!);
    for (let i = 0; i < this.width; i++) this.#values.push(row[3 + i]!);
    return this.#positions.length / 3 - 1;
  }

  /** Of a vertex that a cut has made: triangles beside each other share it where all of its values are the same. */
  made(row: Float64Array): number {
    const key = row.join(' ');
    const known = this.#made.get(key);
    const index = known ?? this.add(row);
    if (known === undefined) this.#made.set(key, index);
    return index;
  }

  finish(): Omit<ClippedMesh, 'indices'> {
    return { positions: Float64Array.from(this.#positions), values: Float32Array.from(this.#values) };
  }
}
