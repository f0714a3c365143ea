/** Points of a leaf: fewer cost more steps, more cost more comparisons. */
const LEAF_POINTS = 12;
/** Depth of a tree of 2^32 points. */
const DEPTH_MOST = 40;

/**
 * Points in a balanced tree of halves (k-d tree, Bentley 1975), for the nearest ones. It has no pointers: node n has the children 2n + 1 and
 * 2n + 2, each with one half of its points.
 */
export class PointTree {
  /** Of the last point that `nearest` found, metres². */
  distanceM2 = 0;
  readonly count: number;
  readonly #axes: Uint8Array;
  readonly #cuts: Float64Array;
  // A stack of nodes whose points are still to be looked at, with the square of their least distance.
  readonly #nodes = new Int32Array(DEPTH_MOST);
  readonly #starts = new Int32Array(DEPTH_MOST);
  readonly #ends = new Int32Array(DEPTH_MOST);
  readonly #leastM2 = new Float64Array(DEPTH_MOST);
  /** Squares of the distances of what `nearestMany` has found, rising. */
  #foundM2 = new Float64Array(32);

  /** `xyz` are flat metres; their order is changed. */
  constructor(readonly xyz: Float64Array) {
    this.count = xyz.length / 3;
    const leaves = Math.max(1, this.count / LEAF_POINTS);
    const nodes = 2 ** (Math.ceil(Math.log2(leaves)) + 2);
    this.#axes = new Uint8Array(nodes);
    this.#cuts = new Float64Array(nodes);
    this.#divide(0, 0, this.count);
  }

  /** The nearest point within `reachM`: its number in `xyz`; −1 where there is none. */
  nearest(x: number, y: number, z: number, reachM: number): number {
    const { xyz } = this;
    let found = -1;
    let bestM2 = reachM * reachM;
    for (let depth = this.#begin(); depth > 0;) {
      depth = this.#descend(depth, x, y, z, bestM2);
      const [start, end] = [this.#starts[depth]!, this.#ends[depth]!];
      for (let point = start; point < end; point++) {
        const dx = xyz[3 * point]! - x;
        const dy = xyz[3 * point + 1]! - y;
        const dz = xyz[3 * point + 2]! - z;
        const m2 = dx * dx + dy * dy + dz * dz;
        if (m2 >= bestM2) continue;
        bestM2 = m2;
        found = point;
      }
    }
    this.distanceM2 = bestM2;
    return found;
  }

  /** The nearest points within `reachM`, at most as many as `out` has room for, nearest first; returns how many. */
  nearestMany(x: number, y: number, z: number, reachM: number, out: Int32Array): number {
    const { xyz } = this;
    if (this.#foundM2.length < out.length) this.#foundM2 = new Float64Array(out.length);
    const squares = this.#foundM2;
    let size = 0;
    let farthestM2 = reachM * reachM;
    for (let depth = this.#begin(); depth > 0;) {
      depth = this.#descend(depth, x, y, z, farthestM2);
      const [start, end] = [this.#starts[depth]!, this.#ends[depth]!];
      for (let point = start; point < end; point++) {
        const dx = xyz[3 * point]! - x;
        const dy = xyz[3 * point + 1]! - y;
        const dz = xyz[3 * point + 2]! - z;
        const m2 = dx * dx + dy * dy + dz * dz;
        if (m2 >= farthestM2) continue;
        let at = size < out.length ? size++ : size - 1;
        for (; at > 0 && squares[at - 1]! > m2; at--) {
          squares[at] = squares[at - 1]!;
          out[at] = out[at - 1]!;
        }
        squares[at] = m2;
        out[at] = point;
        if (size === out.length) farthestM2 = squares[size - 1]!;
      }
    }
    return size;
  }

  #begin(): number {
    this.#nodes[0] = 0;
    this.#starts[0] = 0;
    this.#ends[0] = this.count;
    this.#leastM2[0] = 0;
    return this.count === 0 ? 0 : 1;
  }

  /** Takes a node from the stack and goes down to the leaf nearest to the point; returns the new depth, where the leaf's range is. */
  #descend(depth: number, x: number, y: number, z: number, withinM2: number): number {
    const [nodes, starts, ends, leastM2] = [this.#nodes, this.#starts, this.#ends, this.#leastM2];
    let top = depth - 1;
    let node = nodes[top]!;
    let start = starts[top]!;
    let end = ends[top]!;
    if (leastM2[top]! >= withinM2) {
      ends[top] = start;
      return top;
    }
    const ownM2 = leastM2[top]!;
    while (end - start > LEAF_POINTS) {
      const middle = (start + end) >>> 1;
      const axis = this.#axes[node]!;
      const side = (axis === 0 ? x : axis === 1 ? y : z) - this.#cuts[node]!;
      const isLow = side < 0;
      nodes[top] = 2 * node + (isLow ? 2 : 1);
      starts[top] = isLow ? middle : start;
      ends[top] = isLow ? end : middle;
      leastM2[top] = Math.max(ownM2, side * side);
      top++;
      node = 2 * node + (isLow ? 1 : 2);
      if (isLow) end = middle;
      else start = middle;
    }
    starts[top] = start;
    ends[top] = end;
    return top;
  }

  #divide(node: number, start: number, end: number): void {
    if (end - start <= LEAF_POINTS) return;
    const axis = this.#widestAxis(start, end);
    const middle = (start + end) >>> 1;
    this.#select(start, end - 1, middle, axis);
    this.#axes[node] = axis;
    this.#cuts[node] = this.xyz[3 * middle + axis]!;
    this.#divide(2 * node + 1, start, middle);
    this.#divide(2 * node + 2, middle, end);
  }

  #widestAxis(start: number, end: number): number {
    const { xyz } = this;
    let [widest, widestM] = [0, -1];
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [Infinity, -Infinity];
      for (let at = 3 * start + axis; at < 3 * end; at += 3) {
        const value = xyz[at]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (high - low > widestM) [widest, widestM] = [axis, high - low];
    }
    return widest;
  }

  /** Puts the point that belongs to `middle` there, those before it on its left (Hoare's selection). */
  #select(first: number, last: number, middle: number, axis: number): void {
    const { xyz } = this;
    let [left, right] = [first, last];
    while (left < right) {
      const pivot = xyz[3 * ((left + right) >>> 1) + axis]!;
      let [i, j] = [left, right];
      while (i <= j) {
        while (xyz[3 * i + axis]! < pivot) i++;
        while (xyz[3 * j + axis]! > pivot) j--;
        if (i > j) break;
        this.#swap(i++, j--);
      }
      if (middle <= j) right = j;
      else if (middle >= i) left = i;
      else return;
    }
  }

  #swap(a: number, b: number): void {
    const { xyz } = this;
    for (let axis = 0; axis < 3; axis++) {
      const kept = xyz[3 * a + axis]!;
      xyz[3 * a + axis] = xyz[3 * b + axis]!;
      xyz[3 * b + axis] = kept;
    }
  }
}
