import {
  RAD_PER_DEG,
  type Mat4,
  type Vec3,
  cross,
  dot,
  llaFromEcef,
  length,
  maximumScale,
  normalize,
  scale,
  subtract,
  transformDirection,
  transformPoint,
  WGS84,
} from '@overlook/shared/maths';
import { type BoundingRegion, type BoundingVolume, regionWidthRad } from '@overlook/shared/tiles3d';

type BoundingBox = Extract<BoundingVolume, { kind: 'box' }>;

/**
 * How far a point lies outside a volume, in metres; at most 0 inside. `toWorld` is the tile's whole transform; the
 * point is in its target frame (a region ignores it and takes ECEF).
 */
export function outsideMeasure(volume: BoundingVolume, toWorld: Mat4): (x: number, y: number, z: number) => number {
  if (volume.kind === 'box') return outsideBox(volume, toWorld);
  if (volume.kind === 'region') return outsideRegion(volume);
  const [cx, cy, cz] = transformPoint(toWorld, volume.center);
  const radius = volume.radius * maximumScale(toWorld);
  return (x, y, z) => Math.hypot(x - cx, y - cy, z - cz) - radius;
}

function outsideBox(box: BoundingBox, toWorld: Mat4): (x: number, y: number, z: number) => number {
  const [cx, cy, cz] = transformPoint(toWorld, box.center);
  const slabs = boxSlabs(box.axes.map((axis) => transformDirection(toWorld, axis)) as [Vec3, Vec3, Vec3]);
  return (x, y, z) => {
    let worst = -Infinity;
    for (const { normal, half } of slabs) {
      const outside = Math.abs(normal[0] * (x - cx) + normal[1] * (y - cy) + normal[2] * (z - cz)) - half;
      if (outside > worst) worst = outside;
    }
    return worst;
  };
}

/** The three pairs of parallel faces, as unit normal and distance from the centre; flat boxes keep a direction. */
function boxSlabs(axes: [Vec3, Vec3, Vec3]): { normal: Vec3; half: number }[] {
  return axes.map((axis, i) => {
    let normal = normalize(cross(axes[(i + 1) % 3]!, axes[(i + 2) % 3]!));
    if (length(normal) === 0) normal = length(axis) > 0 ? normalize(axis) : perpendicular(axes);
    return { normal, half: Math.abs(dot(normal, axis)) };
  });
}

/** A direction across the only long side of a box that is a line (or any, when it is a point). */
function perpendicular(axes: Vec3[]): Vec3 {
  const along = normalize(axes.find((axis) => length(axis) > 0) ?? [0, 0, 0]);
  const other: Vec3 = Math.abs(along[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  return normalize(subtract(other, scale(along, dot(other, along))));
}

function outsideRegion(r: BoundingRegion): (x: number, y: number, z: number) => number {
  const width = regionWidthRad(r);
  const middle = r.west + width / 2;
  return (x, y, z) => {
    const lla = llaFromEcef([x, y, z]);
    const [lon, lat] = [lla.longitude * RAD_PER_DEG, lla.latitude * RAD_PER_DEG];
    const fromMiddle = Math.abs(Math.atan2(Math.sin(lon - middle), Math.cos(lon - middle)));
    const eastWest = (fromMiddle - width / 2) * WGS84.a * Math.cos(lat);
    const northSouth = Math.max(r.south - lat, lat - r.north) * WGS84.a;
    return Math.max(eastWest, northSouth, r.minHeight - lla.height, lla.height - r.maxHeight);
  };
}
