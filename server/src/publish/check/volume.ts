import { DEG_PER_RAD, ecefFromLla, maximumScale, type Mat4, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { BoundingRegion, BoundingVolume } from '@overlook/shared/tiles3d';

type BoundingBox = Extract<BoundingVolume, { kind: 'box' }>;

/** Corners (box, region) or the six ends of the axes (sphere) of a volume, in the target frame of `toWorld`. */
export function volumeCorners(volume: BoundingVolume, toWorld: Mat4): Vec3[] {
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

function boxCorner({ center, axes }: BoundingBox, toWorld: Mat4, signs: Vec3): Vec3 {
  const at = (i: 0 | 1 | 2) => center[i] + signs[0] * axes[0][i] + signs[1] * axes[1][i] + signs[2] * axes[2][i];
  return transformPoint(toWorld, [at(0), at(1), at(2)]);
}

function regionCorner(region: BoundingRegion, signs: Vec3): Vec3 {
  return ecefFromLla({
    longitude: (signs[0] < 0 ? region.west : region.east) * DEG_PER_RAD,
    latitude: (signs[1] < 0 ? region.south : region.north) * DEG_PER_RAD,
    height: signs[2] < 0 ? region.minHeight : region.maxHeight,
  });
}
