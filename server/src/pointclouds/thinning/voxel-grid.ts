import type { StoreDescription } from '../store/store-index.ts';

/** The facts of a cloud on which its voxels depend. */
export type VoxelCloud = Pick<StoreDescription, 'minimum' | 'scale' | 'frame' | 'spacing'>;

/**
 * Sides of the voxels of a density (metres) in units of the cloud's grid; null where every point is kept: at the spacing of
 * the cloud itself, and where no side is longer than a unit. The voxel of a point on an axis is floor((integer − minimum) / side), so that boxes
 * beside each other keep the same points. Sides are rounded to a millionth of a unit: 0.0025 / 0.001 is not 2.5 in
 * doubles.
 */
export function voxelSides({ scale, frame, spacing }: VoxelCloud, densityM: number): [number, number, number] | null {
  if (densityM <= spacing) return null;
  const side = (axis: 0 | 1 | 2) => Math.round((densityM / (scale[axis] * frame.metresPerUnit)) * 1e6) / 1e6;
  const sides: [number, number, number] = [side(0), side(1), side(2)];
  return sides.every((units) => units <= 1)
    ? null
    : [Math.max(1, sides[0]), Math.max(1, sides[1]), Math.max(1, sides[2])];
}
