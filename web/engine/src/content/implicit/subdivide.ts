import type { ImplicitTiling, SubdividableVolume, TileCoordinates } from './implicit-tiling.ts';

/**
 * Bounding volume of a tile, from the root's directly rather than from its parent's, so that no error accumulates over
 * the levels. A quadtree halves x and y (longitude and latitude), an octree z (height) as well.
 */
export function subdivide({ boundingVolume, dimensions }: ImplicitTiling, at: TileCoordinates): SubdividableVolume {
  const { box, region } = boundingVolume;
  const tilesAcross = 2 ** at.level;
  const cells = [at.x, at.y, at.z];
  const isSplit = (axis: number) => axis < dimensions;
  if (box) {
    const child = [...box];
    for (let axis = 0; axis < 3; axis++) {
      if (!isSplit(axis)) continue;
      const shift = (2 * cells[axis]! + 1) / tilesAcross - 1;
      for (let c = 0; c < 3; c++) {
        child[c]! += shift * box[3 + axis * 3 + c]!;
        child[3 + axis * 3 + c]! /= tilesAcross;
      }
    }
    return { box: child };
  }
  const [west, south, east, north, low, high] = region as [number, number, number, number, number, number];
  const range = (from: number, to: number, axis: number): [number, number] => {
    const step = (to - from) / (isSplit(axis) ? tilesAcross : 1);
    const cell = isSplit(axis) ? cells[axis]! : 0;
    return [from + cell * step, from + (cell + 1) * step];
  };
  // East of the antimeridian longitudes start again.
  const [childWest, childEast] = range(west, east < west ? east + 2 * Math.PI : east, 0).map(wrapLongitude) as [
    number,
    number,
  ];
  const [childSouth, childNorth] = range(south, north, 1);
  const [childLow, childHigh] = range(low, high, 2);
  return { region: [childWest, childSouth, childEast, childNorth, childLow, childHigh] };
}

const wrapLongitude = (rad: number): number => (rad > Math.PI ? rad - 2 * Math.PI : rad);
