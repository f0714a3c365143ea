import {
  type Mat4,
  type Vec3,
  cross,
  dot,
  ecefToLla,
  length,
  llaToEcef,
  maximumScale,
  normalize,
  scale,
  subtract,
  transformDirection,
  transformPoint,
  WGS84,
} from '@overlook/shared/maths';
import type { JsonNode } from './formats/json-node.ts';

/** A bounding volume of 3D Tiles. Box and sphere are in the tile's frame, a region in radians and ellipsoidal metres. */
export type Volume =
  | { kind: 'box'; center: Vec3; axes: [Vec3, Vec3, Vec3] }
  | { kind: 'sphere'; center: Vec3; radius: number }
  | { kind: 'region'; west: number; south: number; east: number; north: number; minHeight: number; maxHeight: number };

/** Reads a `boundingVolume` object and checks that it is well formed. Throws `BadContent`. */
export function readVolume(node: JsonNode): Volume {
  const box = node.optional('box');
  if (box) {
    const b = box.numbers(12);
    const vec = (i: number): Vec3 => [b[i]!, b[i + 1]!, b[i + 2]!];
    return { kind: 'box', center: vec(0), axes: [vec(3), vec(6), vec(9)] };
  }
  const region = node.optional('region');
  if (region) return readRegion(region);
  const sphere = node.optional('sphere') ?? node.fail('has none of box, region or sphere.');
  const s = sphere.numbers(4);
  if (s[3]! < 0) sphere.fail('has a negative radius.');
  return { kind: 'sphere', center: [s[0]!, s[1]!, s[2]!], radius: s[3]! };
}

function readRegion(region: JsonNode): Volume {
  const [west, south, east, north, minHeight, maxHeight] = region.numbers(6) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const slack = 1e-9;
  if (Math.max(Math.abs(west), Math.abs(east)) > Math.PI + slack) region.fail('has a longitude beyond ±π radians.');
  if (Math.max(Math.abs(south), Math.abs(north)) > Math.PI / 2 + slack)
    region.fail('has a latitude beyond ±π/2 radians.');
  if (south > north) region.fail('has its south edge north of its north edge.');
  if (minHeight > maxHeight) region.fail('has its least height above its greatest.');
  return { kind: 'region', west, south, east, north, minHeight, maxHeight };
}

/**
 * How far a point lies outside a volume, in metres; at most 0 inside. `toWorld` is the tile's whole transform; the
 * point is in the frame that it leads to (a region ignores it and takes ECEF).
 */
export function outsideMeasure(volume: Volume, toWorld: Mat4): (x: number, y: number, z: number) => number {
  if (volume.kind === 'box') return outsideBox(volume, toWorld);
  if (volume.kind === 'region') return outsideRegion(volume);
  const [cx, cy, cz] = transformPoint(toWorld, volume.center);
  const radius = volume.radius * maximumScale(toWorld);
  return (x, y, z) => Math.hypot(x - cx, y - cy, z - cz) - radius;
}

function outsideBox(box: Extract<Volume, { kind: 'box' }>, toWorld: Mat4): (x: number, y: number, z: number) => number {
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

function outsideRegion(r: Extract<Volume, { kind: 'region' }>): (x: number, y: number, z: number) => number {
  const rad = Math.PI / 180;
  const width = (((r.east - r.west) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI) || r.east - r.west;
  const middle = r.west + width / 2;
  return (x, y, z) => {
    const lla = ecefToLla([x, y, z]);
    const [lon, lat] = [lla.longitude * rad, lla.latitude * rad];
    const fromMiddle = Math.abs(Math.atan2(Math.sin(lon - middle), Math.cos(lon - middle)));
    const eastWest = (fromMiddle - width / 2) * WGS84.a * Math.cos(lat);
    const northSouth = Math.max(r.south - lat, lat - r.north) * WGS84.a;
    return Math.max(eastWest, northSouth, r.minHeight - lla.height, lla.height - r.maxHeight);
  };
}

/** Corners (box, region) or the six ends of the axes (sphere) of a volume, in the frame that `toWorld` leads to. */
export function volumeCorners(volume: Volume, toWorld: Mat4): Vec3[] {
  const corners: Vec3[] = [];
  const signs = [-1, 1];
  if (volume.kind === 'sphere') {
    const centre = transformPoint(toWorld, volume.center);
    const radius = volume.radius * maximumScale(toWorld);
    for (const s of signs)
      for (const i of [0, 1, 2] as const) {
        const end: Vec3 = [...centre];
        end[i] += s * radius;
        corners.push(end);
      }
    return corners;
  }
  for (const a of signs)
    for (const b of signs)
      for (const c of signs)
        corners.push(
          volume.kind === 'region' ? regionCorner(volume, [a, b, c]) : boxCorner(volume, toWorld, [a, b, c]),
        );
  return corners;
}

function boxCorner({ center, axes }: Extract<Volume, { kind: 'box' }>, toWorld: Mat4, signs: Vec3): Vec3 {
  const at = (i: 0 | 1 | 2) => center[i] + signs[0] * axes[0][i] + signs[1] * axes[1][i] + signs[2] * axes[2][i];
  return transformPoint(toWorld, [at(0), at(1), at(2)]);
}

function regionCorner(region: Extract<Volume, { kind: 'region' }>, signs: Vec3): Vec3 {
  const deg = 180 / Math.PI;
  return llaToEcef({
    longitude: (signs[0] < 0 ? region.west : region.east) * deg,
    latitude: (signs[1] < 0 ? region.south : region.north) * deg,
    height: signs[2] < 0 ? region.minHeight : region.maxHeight,
  });
}
