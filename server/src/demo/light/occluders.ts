import { extentOf } from '../geometry/patch.ts';
import { gridSize, pushTriangles } from '../geometry/tessellate.ts';
import { type PlantDescription, isCaptured } from '../plant/types.ts';

const LEAVES = { tolerance: 0.15, longestEdge: 1000 };
const FINENESS = { tolerance: 0.03, longestEdge: 1000 };

/** Everything that casts shade, as triangles (nine numbers each, ENU metres); thin things only where `least` allows. */
export function occluderTriangles(plant: PlantDescription, leastThickness: number): number[] {
  const out: number[] = [];
  for (const part of plant.parts) {
    if (!isCaptured(part) || part.thickness < leastThickness) continue;
    for (const patch of part.patches) {
      const [nu, nv] = gridSize(extentOf(patch), part.material === 'foliage' ? LEAVES : FINENESS);
      pushTriangles(patch, nu, nv, out);
    }
  }
  return out;
}
