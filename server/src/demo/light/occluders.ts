import { Bvh } from './bvh.ts';
import { extentOf } from '../geometry/patch.ts';
import { gridSize, pushTriangles } from '../geometry/tessellate.ts';
import { type Part, type PlantDescription, isCaptured } from '../plant/types.ts';

/** Something that rays may hit. */
export interface Occluder {
  /**
   * Distance along the unit direction to some surface nearer than `reach` metres, or Infinity. Not the nearest: the first
   * one found.
   */
  blockedAt(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): number;
}

/**
 * What shades a plant. Which surface a tree finds first depends on all that it holds, so parts that are not there today
 * stay in its form but cannot be hit, and parts that vary have a tree of their own: where they shade nothing, all captures
 * of a site have the same light.
 */
export function occluderOf({ parts }: PlantDescription, leastThickness: number): Occluder {
  const thick = parts.filter(({ layers, thickness }) => layers !== 'cad' && thickness >= leastThickness);
  const corners: number[] = [];
  const isAbsent: boolean[] = [];
  for (const part of thick.filter(({ varies }) => !varies)) {
    pushPart(part, corners);
    while (isAbsent.length < corners.length / 9) isAbsent.push(!isCaptured(part));
  }
  const lasting = new Bvh(corners, isAbsent);
  const varying: number[] = [];
  for (const part of thick.filter(({ varies }) => varies)) pushPart(part, varying);
  if (varying.length === 0) return lasting;
  const further = new Bvh(varying);
  return {
    blockedAt: (ox, oy, oz, dx, dy, dz, reach) =>
      Math.min(lasting.blockedAt(ox, oy, oz, dx, dy, dz, reach), further.blockedAt(ox, oy, oz, dx, dy, dz, reach)),
  };
}

const LEAVES = { tolerance: 0.15, longestEdge: 1000 };
const FINENESS = { tolerance: 0.03, longestEdge: 1000 };

/** Everything that casts shade, as triangles (nine numbers each, ENU metres); thin things only where `least` allows. */
export function occluderTriangles(plant: PlantDescription, leastThickness: number): number[] {
  const out: number[] = [];
  for (const part of plant.parts) if (isCaptured(part) && part.thickness >= leastThickness) pushPart(part, out);
  return out;
}

function pushPart({ patches, material }: Part, out: number[]): void {
  for (const patch of patches) {
    const [nu, nv] = gridSize(extentOf(patch), material === 'foliage' ? LEAVES : FINENESS);
    pushTriangles(patch, nu, nv, out);
  }
}
