/**
 * A bounding volume hierarchy over triangles that answers whether anything blocks a ray. Built top-down with
 * binned surface-area splits; nodes lie in depth-first order, so a left child follows its parent (Wald 2007,
 * "On fast construction of SAH-based bounding volume hierarchies").
 */
export class Bvh {
  /** Six numbers per node: least corner, greatest corner. */
  readonly #bounds: Float32Array;
  /** Two numbers per node: right child and 0, or first triangle and count. */
  readonly #links: Int32Array;
  /** Nine numbers per triangle: a corner and two edges. */
  readonly #triangles: Float32Array;
  readonly #stack = new Int32Array(64);

  /**
   * @param corners nine numbers a triangle: three corners, metres.
   * @param isAbsent the triangles that count for the form of the tree, but are never hit; none unless given.
   */
  constructor(corners: ArrayLike<number>, isAbsent: readonly boolean[] = []) {
    const built = build(corners, isAbsent);
    this.#bounds = built.bounds;
    this.#links = built.links;
    this.#triangles = built.triangles;
  }

  /**
   * Distance along the unit direction to some triangle nearer than `reach` metres, or Infinity. Not the nearest: the
   * first one found.
   */
  blockedAt(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): number {
    const bounds = this.#bounds;
    const links = this.#links;
    const stack = this.#stack;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    let top = 0;
    let node = 0;
    for (;;) {
      const b = node * 6;
      const x0 = (bounds[b]! - ox) * ix;
      const x1 = (bounds[b + 3]! - ox) * ix;
      const y0 = (bounds[b + 1]! - oy) * iy;
      const y1 = (bounds[b + 4]! - oy) * iy;
      const z0 = (bounds[b + 2]! - oz) * iz;
      const z1 = (bounds[b + 5]! - oz) * iz;
      let near = x0 < x1 ? x0 : x1;
      let far = x0 < x1 ? x1 : x0;
      const nearY = y0 < y1 ? y0 : y1;
      const farY = y0 < y1 ? y1 : y0;
      const nearZ = z0 < z1 ? z0 : z1;
      const farZ = z0 < z1 ? z1 : z0;
      if (nearY > near) near = nearY;
      if (nearZ > near) near = nearZ;
      if (farY < far) far = farY;
      if (farZ < far) far = farZ;
      if (!(far < 0 || near > far || near > reach)) {
        const count = links[node * 2 + 1]!;
        if (count === 0) {
          stack[top++] = links[node * 2]!;
          node++;
          continue;
        }
        const first = links[node * 2]!;
        for (let i = first; i < first + count; i++) {
          const t = this.#hit(i * 9, ox, oy, oz, dx, dy, dz);
          if (t > 0 && t < reach) return t;
        }
      }
      if (top === 0) return Infinity;
      node = stack[--top]!;
    }
  }

  /** Möller and Trumbore 1997, both sides. */
  #hit(k: number, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const t = this.#triangles;
    const e1x = t[k + 3]!;
    const e1y = t[k + 4]!;
    const e1z = t[k + 5]!;
    const e2x = t[k + 6]!;
    const e2y = t[k + 7]!;
    const e2z = t[k + 8]!;
    const px = dy * e2z - dz * e2y;
    const py = dz * e2x - dx * e2z;
    const pz = dx * e2y - dy * e2x;
    const det = e1x * px + e1y * py + e1z * pz;
    if (det > -1e-12 && det < 1e-12) return -1;
    const r = 1 / det;
    const sx = ox - t[k]!;
    const sy = oy - t[k + 1]!;
    const sz = oz - t[k + 2]!;
    const u = (sx * px + sy * py + sz * pz) * r;
    if (u < 0 || u > 1) return -1;
    const qx = sy * e1z - sz * e1y;
    const qy = sz * e1x - sx * e1z;
    const qz = sx * e1y - sy * e1x;
    const v = (dx * qx + dy * qy + dz * qz) * r;
    if (v < 0 || u + v > 1) return -1;
    return (e2x * qx + e2y * qy + e2z * qz) * r;
  }
}

const BINS = 12;
const LEAF = 4;

function build(corners: ArrayLike<number>, isAbsent: readonly boolean[]) {
  const count = corners.length / 9;
  const boxes = new Float32Array(count * 6);
  const centres = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const [a, b, c] = [corners[i * 9 + axis]!, corners[i * 9 + 3 + axis]!, corners[i * 9 + 6 + axis]!];
      boxes[i * 6 + axis] = Math.min(a, b, c);
      boxes[i * 6 + 3 + axis] = Math.max(a, b, c);
      centres[i * 3 + axis] = (a + b + c) / 3;
    }
  }
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const bounds = new Float32Array(Math.max(1, 2 * count) * 6);
  const links = new Int32Array(Math.max(1, 2 * count) * 2);
  let nodes = 0;

  const divide = (first: number, last: number): number => {
    const node = nodes++;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const cLow = [Infinity, Infinity, Infinity];
    const cHigh = [-Infinity, -Infinity, -Infinity];
    for (let k = first; k < last; k++) {
      const i = order[k]!;
      for (let axis = 0; axis < 3; axis++) {
        const least = boxes[i * 6 + axis]!;
        const most = boxes[i * 6 + 3 + axis]!;
        const centre = centres[i * 3 + axis]!;
        if (least < low[axis]!) low[axis] = least;
        if (most > high[axis]!) high[axis] = most;
        if (centre < cLow[axis]!) cLow[axis] = centre;
        if (centre > cHigh[axis]!) cHigh[axis] = centre;
      }
    }
    bounds.set(low, node * 6);
    bounds.set(high, node * 6 + 3);
    const middle = last - first > LEAF ? split(order, centres, boxes, first, last, cLow, cHigh) : first;
    if (middle <= first || middle >= last) {
      links[node * 2] = first;
      links[node * 2 + 1] = last - first;
      return node;
    }
    divide(first, middle);
    links[node * 2] = divide(middle, last);
    return node;
  };
  divide(0, count);

  const triangles = new Float32Array(count * 9);
  for (let k = 0; k < count; k++) {
    // Without edges it is never hit.
    if (isAbsent[order[k]!]) continue;
    const i = order[k]! * 9;
    for (let axis = 0; axis < 3; axis++) {
      const a = corners[i + axis]!;
      triangles[k * 9 + axis] = a;
      triangles[k * 9 + 3 + axis] = corners[i + 3 + axis]! - a;
      triangles[k * 9 + 6 + axis] = corners[i + 6 + axis]! - a;
    }
  }
  return { bounds: bounds.slice(0, nodes * 6), links: links.slice(0, nodes * 2), triangles };
}

/** Partitions order[first, last) at the cheapest bin border of the widest axis; returns where the right part begins. */
function split(
  order: Uint32Array,
  centres: Float32Array,
  boxes: Float32Array,
  first: number,
  last: number,
  low: readonly number[],
  high: readonly number[],
): number {
  const spans = [0, 1, 2].map((axis) => high[axis]! - low[axis]!);
  const axis = spans.indexOf(Math.max(...spans));
  const span = spans[axis]!;
  if (span < 1e-6) return last - first > 16 ? (first + last) >> 1 : first;
  const binOf = (i: number) => Math.min(BINS - 1, Math.floor(((centres[i * 3 + axis]! - low[axis]!) / span) * BINS));
  const counts = new Float64Array(BINS);
  const bins = new Float64Array(BINS * 6).map((_, k) => (k % 6 < 3 ? Infinity : -Infinity));
  for (let k = first; k < last; k++) {
    const i = order[k]!;
    const b = binOf(i);
    counts[b]!++;
    grow(bins, b * 6, boxes, i * 6);
  }
  const right = new Float64Array(BINS);
  const sweep = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let b = BINS - 1, n = 0; b > 0; b--) {
    n += counts[b]!;
    grow(sweep, 0, bins, b * 6);
    right[b] = n * halfArea(sweep);
  }
  sweep.set([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  let best = 1;
  let bestCost = Infinity;
  for (let b = 1, n = 0; b < BINS; b++) {
    n += counts[b - 1]!;
    grow(sweep, 0, bins, (b - 1) * 6);
    const cost = n * halfArea(sweep) + right[b]!;
    if (n > 0 && n < last - first && cost < bestCost) [best, bestCost] = [b, cost];
  }
  let middle = first;
  for (let k = first; k < last; k++) {
    const i = order[k]!;
    if (binOf(i) >= best) continue;
    order[k] = order[middle]!;
    order[middle++] = i;
  }
  return middle;
}

function grow(target: Float64Array, t: number, source: ArrayLike<number>, s: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (source[s + axis]! < target[t + axis]!) target[t + axis] = source[s + axis]!;
    if (source[s + 3 + axis]! > target[t + 3 + axis]!) target[t + 3 + axis] = source[s + 3 + axis]!;
  }
}

function halfArea(box: Float64Array): number {
  const x = box[3]! - box[0]!;
  const y = box[4]! - box[1]!;
  const z = box[5]! - box[2]!;
  return x < 0 ? 0 : x * y + y * z + z * x;
}
