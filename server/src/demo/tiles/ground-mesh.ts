import type { LitScene } from '../light/scene-light.ts';
import { terrainHeight } from '../ground/terrain.ts';
import { AdaptiveGrid } from './adaptive-grid.ts';
import type { MeshBuffer } from './mesh-buffer.ts';
import type { PlannedTile } from './plan.ts';

/** Depth of the skirt at the ground's border, metres per metre of cell. */
const SKIRT = 0.02;

export type AddGround = (east: number, north: number, z: number, s: number, t: number) => number;

/**
 * The ground of a tile as an adaptive grid of 2^power cells a side. `values` is another field that the mesh must follow
 * (for example light), with one value for each of (2^power + 1)² points from the south-west, and `tolerance` is its
 * largest error; that of heights is `heightTolerance` metres. Uneven tiles get a skirt.
 */
export function addGround(
  mesh: MeshBuffer,
  scene: LitScene,
  tile: PlannedTile,
  power: number,
  heightTolerance: number,
  values: { readonly data: Float32Array; readonly tolerance: number } | null,
  addVertex: AddGround,
): void {
  const cells = 2 ** power;
  const n = cells + 1;
  const heights = new Float32Array(n * n);
  let isEven = true;
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const z = terrainHeight(scene.plant, tile.west + (tile.side * i) / cells, tile.south + (tile.side * j) / cells);
      heights[j * n + i] = z;
      if (z !== 0) isEven = false;
    }
  }
  const fields = [{ data: heights, tolerance: heightTolerance }, ...(values ? [values] : [])];
  const grid = new AdaptiveGrid(power, fields);
  const made = new Map<number, number>();
  const vertex = (i: number, j: number): number => {
    const key = j * n + i;
    const known = made.get(key);
    if (known !== undefined) return known;
    const [s, t] = [i / cells, j / cells];
    const index = addVertex(tile.west + tile.side * s, tile.south + tile.side * t, heights[key]!, s, t);
    made.set(key, index);
    return index;
  };
  const borders: (readonly [number, number, number, number])[] = [];
  grid.triangles((ax, ay, bx, by, cx, cy) => {
    mesh.triangle(vertex(ax, ay), vertex(bx, by), vertex(cx, cy));
    for (const [px, py, qx, qy] of [
      [ax, ay, bx, by],
      [bx, by, cx, cy],
      [cx, cy, ax, ay],
    ] as const) {
      const isBorder = (px === qx && (px === 0 || px === cells)) || (py === qy && (py === 0 || py === cells));
      if (isBorder) borders.push([px, py, qx, qy]);
    }
  });
  if (isEven) return;
  const drop = tile.side * SKIRT;
  for (const [px, py, qx, qy] of borders) {
    const low = (i: number, j: number) =>
      addVertex(
        tile.west + (tile.side * i) / cells,
        tile.south + (tile.side * j) / cells,
        heights[j * n + i]! - drop,
        i / cells,
        j / cells,
      );
    mesh.cell(vertex(qx, qy), vertex(px, py), low(px, py), low(qx, qy));
  }
}
