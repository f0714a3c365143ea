import { evaluate, extentOf, newSample } from '../geometry/patch.ts';
import { gridSize } from '../geometry/tessellate.ts';
import { type Part, type PlantDescription, isCaptured, isDrawn } from '../plant/types.ts';
import { DEEPEST, ROOT_SIDE, cellSide, detailOf } from './detail.ts';

/** A tile of the quadtree to be made. A part belongs as a whole to the cell of its middle, so no part is cut. */
export interface PlannedTile {
  readonly level: number;
  /** South-west corner and side of its cell, ENU metres. */
  readonly west: number;
  readonly south: number;
  readonly side: number;
  /** Indices into the description's parts. */
  readonly parts: readonly number[];
  readonly children: readonly PlannedTile[];
}

export type MeshLayer = 'textured' | 'shaded' | 'cad';

/** A leaf with more triangles than this is divided further. */
const MOST_TRIANGLES = 9000;
/** Ground outside the plant is divided down to 128 m, near the plant to 64 m, in the plant to 32 m. */
const levelForGround = (plant: PlantDescription, west: number, south: number, side: number): number => {
  const gap = Math.max(
    Math.max(west - plant.levelHalfWidth, -plant.levelHalfWidth - west - side),
    Math.max(south - plant.levelHalfDepth, -plant.levelHalfDepth - south - side),
  );
  return gap < 0 ? 5 : gap < 60 ? 4 : 3;
};

/** Plans a mesh layer. `deepest` caps the levels (for quick, small runs). */
export function planTiles(plant: PlantDescription, layer: MeshLayer, deepest = DEEPEST): PlannedTile {
  const summaries = plant.parts.map(summarise);
  const hasGround = layer !== 'cad';
  const isShown = layer === 'cad' ? isDrawn : isCaptured;
  const indices = plant.parts.flatMap((part, i) => (isShown(part) ? [i] : []));

  const divide = (level: number, west: number, south: number, parts: readonly number[]): PlannedTile | null => {
    const side = cellSide(level);
    if (parts.length === 0 && !hasGround) return null;
    const triangles = parts.reduce((sum, i) => sum + summaries[i]!.triangles, 0);
    const wanted = hasGround ? levelForGround(plant, west, south, side) : 0;
    const children: PlannedTile[] = [];
    if (level < deepest && (level < wanted || triangles > MOST_TRIANGLES)) {
      const half = side / 2;
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const [w, s] = [west + dx * half, south + dy * half];
        const inside = parts.filter(
          (i) =>
            Math.floor((summaries[i]!.x - west) / half) === dx && Math.floor((summaries[i]!.y - south) / half) === dy,
        );
        const child = divide(level + 1, w, s, inside);
        if (child) children.push(child);
      }
    }
    return { level, west, south, side, parts, children };
  };
  const top = Math.round(Math.log2(ROOT_SIDE / (2 * plant.halfExtent)));
  return divide(top, -plant.halfExtent, -plant.halfExtent, indices)!;
}

/** All tiles of a plan, parents first. */
export const flatten = (tile: PlannedTile): PlannedTile[] => [tile, ...tile.children.flatMap(flatten)];

const LEAFY = { tolerance: 0.07, longestEdge: 2 };

/** The middle of a part's box, and its triangles at the finest level. */
function summarise(part: Part): { x: number; y: number; triangles: number } {
  const at = newSample();
  let [x0, y0, x1, y1, triangles] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (const patch of part.patches) {
    for (const [u, v] of [
      [0, 0],
      [0.25, 0.5],
      [0.5, 0],
      [0.5, 1],
      [0.75, 0.5],
      [1, 1],
      [0, 1],
      [1, 0],
    ] as const) {
      evaluate(patch, u, v, at);
      x0 = Math.min(x0, at[0]);
      x1 = Math.max(x1, at[0]);
      y0 = Math.min(y0, at[1]);
      y1 = Math.max(y1, at[1]);
    }
    const [nu, nv] = gridSize(extentOf(patch), part.material === 'foliage' ? LEAFY : detailOf(0, true));
    triangles += 2 * nu * nv;
  }
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, triangles };
}
