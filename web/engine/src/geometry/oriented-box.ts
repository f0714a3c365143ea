/**
 * Bounding volumes of tiles, all brought to one shape: an oriented box in site ENU metres.
 *
 * 3D Tiles gives a box, a sphere or a region (3D Tiles 1.1 §6.7). A sphere becomes the cube around it, a region the box
 * around its eight corners and the middles of its faces, in the axes of its own centre. One shape keeps the traversal
 * free of branches; the loss of tightness is small because nearly every tileset of a site uses boxes.
 */
import { type Mat4, type ReadonlyVec3, maximumScale, transformPoint } from '@overlook/shared/maths';
import { type BoundingVolume, JsonNode, readBoundingVolume, regionBox } from '@overlook/shared/tiles3d';

/** The volume in a tileset, unchecked. */
export type BoundingVolumeJson = unknown;

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

  /** True when all of another box lies beyond the plane of one of this box's sides. Boxes that touch do not. */
  hasBeyondASide(other: OrientedBox): boolean {
    const [dx, dy, dz] = [other.cx - this.cx, other.cy - this.cy, other.cz - this.cz];
    for (let i = 0; i < 9; i += 3) {
      const x = this.axes[i]!;
      const y = this.axes[i + 1]!;
      const z = this.axes[i + 2]!;
      let reach = x * x + y * y + z * z;
      for (let k = 0; k < 9; k += 3) {
        reach += Math.abs(x * other.axes[k]! + y * other.axes[k + 1]! + z * other.axes[k + 2]!);
      }
      if (Math.abs(x * dx + y * dy + z * dz) > reach) return true;
    }
    return false;
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
 * The oriented box of a tile. `enuFromLocal` takes the tile's frame to site ENU (boxes and spheres); `enuFromEcef` takes
 * earth-centred metres there (regions, which no transform moves). Throws MalformedContentError, and RangeError where the
 * matrix has no finite numbers.
 */
export function orientedBox(json: BoundingVolumeJson, enuFromLocal: Mat4, enuFromEcef: Mat4): OrientedBox {
  return boxOf(readBoundingVolume(new JsonNode(json, null, 'boundingVolume')), enuFromLocal, enuFromEcef);
}

/** A volume that the camera is inside of or not, ENU metres. */
export type Enclosure = Pick<OrientedBox, 'contains'>;

/**
 * The volume that the camera must be in for a tile to count. Unlike in {@link orientedBox} a sphere stays a sphere: the
 * corners of its cube are up to 1.7 radii away. Throws like that function.
 */
export function requestVolume(json: BoundingVolumeJson, enuFromLocal: Mat4, enuFromEcef: Mat4): Enclosure {
  const volume = readBoundingVolume(new JsonNode(json, null, 'viewerRequestVolume'));
  if (volume.kind !== 'sphere') return boxOf(volume, enuFromLocal, enuFromEcef);
  const [cx, cy, cz] = transformPoint(enuFromLocal, volume.center);
  const radius = volume.radius * maximumScale(enuFromLocal);
  return { contains: (x, y, z) => Math.hypot(x - cx, y - cy, z - cz) <= radius };
}

function boxOf(volume: BoundingVolume, enuFromLocal: Mat4, enuFromEcef: Mat4): OrientedBox {
  const box = shapeOf(volume, enuFromLocal, enuFromEcef);
  if (Number.isFinite(box.radius + box.cx + box.cy + box.cz)) return box;
  throw new RangeError('The transform of a tile has values that are no finite numbers.');
}

function shapeOf(volume: BoundingVolume, enuFromLocal: Mat4, enuFromEcef: Mat4): OrientedBox {
  if (volume.kind === 'box') return fromBox(volume, enuFromLocal);
  if (volume.kind === 'region') return fromBox(regionBox(volume), enuFromEcef);
  const scaled = volume.radius * maximumScale(enuFromLocal);
  const axes = [scaled, 0, 0, 0, scaled, 0, 0, 0, scaled];
  return new OrientedBox(transformPoint(enuFromLocal, volume.center), axes);
}

type Box = Pick<Extract<BoundingVolume, { kind: 'box' }>, 'center' | 'axes'>;

function fromBox({ center, axes }: Box, m: Mat4): OrientedBox {
  const turned = new Float64Array(9);
  axes.forEach(([x, y, z], i) => {
    for (let k = 0; k < 3; k++) turned[3 * i + k] = m[k]! * x + m[4 + k]! * y + m[8 + k]! * z;
  });
  return new OrientedBox(transformPoint(m, center), turned);
}
