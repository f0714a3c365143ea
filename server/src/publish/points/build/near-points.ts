/** Points of one level of sampling in a hash of its cells, to find out whether another point is near any of them. */
export class NearPoints {
  #x = new Uint32Array(0);
  #y = new Uint32Array(0);
  #z = new Uint32Array(0);
  /** The entry before in the same bucket. */
  #before = new Int32Array(0);
  /** The last entry of each bucket. */
  #last = new Int32Array(0);
  #mask = 0;
  #count = 0;
  #shift = 0;

  /** Empties it for cells with sides of 2^shift units and at most `capacity` points. */
  begin(shift: number, capacity: number): void {
    if (this.#x.length < capacity) {
      [this.#x, this.#y, this.#z] = [new Uint32Array(capacity), new Uint32Array(capacity), new Uint32Array(capacity)];
      this.#before = new Int32Array(capacity);
    }
    const buckets = 2 ** Math.ceil(Math.log2(2 * capacity + 2));
    if (this.#last.length < buckets) this.#last = new Int32Array(buckets);
    this.#last.fill(-1, 0, buckets);
    this.#mask = buckets - 1;
    this.#shift = shift;
    this.#count = 0;
  }

  add(x: number, y: number, z: number): void {
    const entry = this.#count++;
    this.#x[entry] = x;
    this.#y[entry] = y;
    this.#z[entry] = z;
    const bucket = this.#bucket(x >>> this.#shift, y >>> this.#shift, z >>> this.#shift);
    this.#before[entry] = this.#last[bucket]!;
    this.#last[bucket] = entry;
  }

  /** Whether a point is nearer than `limit`, which is shorter than a cell's side. */
  has(x: number, y: number, z: number, limit: number): boolean {
    const shift = this.#shift;
    const side = 2 ** shift;
    const square = limit * limit;
    const cx = x >>> shift;
    const cy = y >>> shift;
    const cz = z >>> shift;
    const inX = x - cx * side;
    const inY = y - cy * side;
    const inZ = z - cz * side;
    const x0 = inX < limit ? cx - 1 : cx;
    const y0 = inY < limit ? cy - 1 : cy;
    const x1 = inX + limit > side ? cx + 1 : cx;
    const y1 = inY + limit > side ? cy + 1 : cy;
    const z1 = inZ + limit > side ? cz + 1 : cz;
    for (let k = inZ < limit ? cz - 1 : cz; k <= z1; k++)
      for (let j = y0; j <= y1; j++)
        for (let i = x0; i <= x1; i++) if (this.#bucketHas(this.#bucket(i, j, k), x, y, z, square)) return true;
    return false;
  }

  #bucketHas(bucket: number, x: number, y: number, z: number, square: number): boolean {
    for (let entry = this.#last[bucket]!; entry >= 0; entry = this.#before[entry]!) {
      const dx = this.#x[entry]! - x;
      const dy = this.#y[entry]! - y;
      const dz = this.#z[entry]! - z;
      if (dx * dx + dy * dy + dz * dz < square) return true;
    }
    return false;
  }

  #bucket(cx: number, cy: number, cz: number): number {
    return cellHash(cx, cy, cz, 0) & this.#mask;
  }
}

/** An even 32-bit hash of a cell (finalizer of MurmurHash3, Austin Appleby, public domain). */
export function cellHash(cx: number, cy: number, cz: number, seed: number): number {
  let h = Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663) ^ Math.imul(cz, 83492791) ^ Math.imul(seed + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
