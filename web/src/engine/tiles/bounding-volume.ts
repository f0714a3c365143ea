/**
 * Bounding volumes of tiles, all brought to one shape: an oriented box in site ENU metres.
 *
 * 3D Tiles gives a box, a sphere or a region (3D Tiles 1.1 §6.7). A sphere becomes the cube around it, a region the box
 * around its eight corners and the middles of its faces, in the axes of its own centre. One shape keeps the traversal
 * free of branches; the loss of tightness is small because nearly every tileset of a site uses boxes.
 */
import {
  type Mat4,
  type ReadonlyVec3,
  enuFrame,
  llaToEcef,
  maximumScale,
  multiply,
  transformPoint,
} from '@overlook/shared/maths';

export interface BoundingVolumeJson {
  box?: number[];
  sphere?: number[];
  region?: number[];
}

/** Centre and three half axes (full vectors), ENU metres; `inv*` are the half axes divided by their squared lengths. */
export class OrientedBox {
  readonly cx: number;
  readonly cy: number;
  readonly cz: number;
  /** Half axes, x then y then z: 9 numbers. */
  readonly axes: Float64Array;
  private readonly lengths: Float64Array;
  /** Radius of the sphere around the box. */
  readonly radius: number;

  constructor(centre: ReadonlyVec3, axes: ArrayLike<number>) {
    [this.cx, this.cy, this.cz] = centre;
    this.axes = Float64Array.from(axes);
    this.lengths = new Float64Array(3);
    for (let i = 0; i < 3; i++) {
      this.lengths[i] = Math.hypot(this.axes[3 * i]!, this.axes[3 * i + 1]!, this.axes[3 * i + 2]!);
    }
    this.radius = Math.hypot(this.lengths[0]!, this.lengths[1]!, this.lengths[2]!);
  }

  /** Distance in metres from a point to the nearest point of the box, 0 inside. */
  distanceTo(x: number, y: number, z: number): number {
    const dx = x - this.cx;
    const dy = y - this.cy;
    const dz = z - this.cz;
    let squared = 0;
    // Boxes of tilesets have orthogonal axes, so the excess along each adds up.
    for (let i = 0; i < 3; i++) {
      const l = this.lengths[i]!;
      if (l === 0) continue;
      const along = (dx * this.axes[3 * i]! + dy * this.axes[3 * i + 1]! + dz * this.axes[3 * i + 2]!) / l;
      const excess = (along < 0 ? -along : along) - l;
      if (excess > 0) squared += excess * excess;
    }
    return Math.sqrt(squared);
  }

  /** True when the point lies in the box. */
  contains(x: number, y: number, z: number): boolean {
    return this.distanceTo(x, y, z) === 0;
  }

  /**
   * Tests the box against planes (a, b, c, d: inside where a·x + b·y + c·z + d ≥ 0), skipping those whose bit in
   * `mask` is 0. Returns −1 when the box lies outside a plane, else the mask of the planes it still crosses.
   */
  cull(planes: Float64Array, mask: number): number {
    let remaining = mask;
    const a = this.axes;
    for (let i = 0, bit = 1; i < planes.length; i += 4, bit <<= 1) {
      if ((mask & bit) === 0) continue;
      const px = planes[i]!;
      const py = planes[i + 1]!;
      const pz = planes[i + 2]!;
      const d = px * this.cx + py * this.cy + pz * this.cz + planes[i + 3]!;
      const extent =
        Math.abs(px * a[0]! + py * a[1]! + pz * a[2]!) +
        Math.abs(px * a[3]! + py * a[4]! + pz * a[5]!) +
        Math.abs(px * a[6]! + py * a[7]! + pz * a[8]!);
      if (d < -extent) return -1;
      if (d >= extent) remaining &= ~bit;
    }
    return remaining;
  }

  /** Distance along a ray to the box (slab test; 0 when the origin is inside), or Infinity when it misses. */
  rayDistance(origin: ReadonlyVec3, direction: ReadonlyVec3): number {
    let near = 0;
    let far = Infinity;
    const offset = [this.cx - origin[0], this.cy - origin[1], this.cz - origin[2]];
    for (let i = 0; i < 3; i++) {
      const l = this.lengths[i]! || 1;
      const x = this.axes[3 * i]! / l;
      const y = this.axes[3 * i + 1]! / l;
      const z = this.axes[3 * i + 2]! / l;
      const e = x * offset[0]! + y * offset[1]! + z * offset[2]!;
      const f = x * direction[0] + y * direction[1] + z * direction[2];
      const half = this.lengths[i]!;
      if (Math.abs(f) < 1e-12) {
        if (Math.abs(e) > half) return Infinity;
        continue;
      }
      const t1 = (e - half) / f;
      const t2 = (e + half) / f;
      near = Math.max(near, Math.min(t1, t2));
      far = Math.min(far, Math.max(t1, t2));
      if (near > far) return Infinity;
    }
    return near;
  }
}

/**
 * The oriented box of a tile. `localToEnu` takes the tile's frame to site ENU (boxes and spheres); `ecefToEnu` takes
 * earth-centred metres there (regions, which no transform moves). Throws a RangeError for a volume without a known shape.
 */
export function orientedBox(json: BoundingVolumeJson, localToEnu: Mat4, ecefToEnu: Mat4): OrientedBox {
  if (json.box?.length === 12) return fromBox(json.box, localToEnu);
  if (json.sphere?.length === 4) {
    const [x, y, z, r] = json.sphere as [number, number, number, number];
    const scaled = r * maximumScale(localToEnu);
    return new OrientedBox(transformPoint(localToEnu, [x, y, z]), [scaled, 0, 0, 0, scaled, 0, 0, 0, scaled]);
  }
  if (json.region?.length === 6) return fromRegion(json.region, ecefToEnu);
  throw new RangeError('A bounding volume is neither a box nor a sphere nor a region.');
}

function fromBox(box: number[], m: Mat4): OrientedBox {
  const axes = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    const [x, y, z] = [box[3 + 3 * i]!, box[4 + 3 * i]!, box[5 + 3 * i]!];
    for (let k = 0; k < 3; k++) axes[3 * i + k] = m[k]! * x + m[4 + k]! * y + m[8 + k]! * z;
  }
  return new OrientedBox(transformPoint(m, [box[0]!, box[1]!, box[2]!]), axes);
}

const DEG = 180 / Math.PI;

function fromRegion(region: number[], ecefToEnu: Mat4): OrientedBox {
  const [west, south, east, north, low, high] = region as [number, number, number, number, number, number];
  const width = (east - west + 2 * Math.PI) % (2 * Math.PI);
  const frame = enuFrame({
    longitude: (west + width / 2) * DEG,
    latitude: ((south + north) / 2) * DEG,
    height: (low + high) / 2,
  });
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let u = 0; u <= 2; u++) {
    for (let v = 0; v <= 2; v++) {
      for (const height of [low, high]) {
        const ecef = llaToEcef({
          longitude: (west + (width * u) / 2) * DEG,
          latitude: (south + ((north - south) * v) / 2) * DEG,
          height,
        });
        const p = transformPoint(frame.fromEcef, ecef);
        for (let k = 0; k < 3; k++) {
          min[k] = Math.min(min[k]!, p[k]!);
          max[k] = Math.max(max[k]!, p[k]!);
        }
      }
    }
  }
  const toEnu = multiply(ecefToEnu, frame.toEcef);
  const box = [0, 1, 2].map((k) => (min[k]! + max[k]!) / 2);
  const half = [0, 1, 2].map((k) => (max[k]! - min[k]!) / 2);
  return fromBox([...box, half[0]!, 0, 0, 0, half[1]!, 0, 0, 0, half[2]!], toEnu);
}
