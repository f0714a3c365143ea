/**
 * Place of a tile among the tiles of its level in Morton order: the bits of x, y (and z in an octree) interleaved, x lowest.
 * Coordinates count from the corner of the subtree; up to 15 levels.
 */
export function mortonIndex(x: number, y: number, z: number, dimensions: 2 | 3): number {
  let index = 0;
  let weight = 1;
  for (let bit = 1; bit <= x || bit <= y || bit <= z; bit *= 2) {
    if (x & bit) index += weight;
    if (y & bit) index += 2 * weight;
    if (dimensions === 3 && z & bit) index += 4 * weight;
    weight *= 2 ** dimensions;
  }
  return index;
}
