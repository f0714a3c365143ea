import { evaluate, newSample, type SurfaceSample } from '../geometry/patch.ts';
import { type Fineness, gridSize } from '../geometry/tessellate.ts';
import { type PatchLight, lightContrast } from '../light/light-grids.ts';
import type { LitScene } from '../light/scene-light.ts';
import type { Detail } from './detail.ts';
import type { MeshBuffer } from './mesh-buffer.ts';

/** How often a texture repeats over a patch: whole blocks, or part of one where the patch is small. */
export interface Repeats {
  readonly blocksU: number;
  readonly blocksV: number;
  /** Share of the texture that one block shows, and where it begins, along u and v. */
  readonly spanU: number;
  readonly spanV: number;
  readonly startU: number;
  readonly startV: number;
}

export const ONCE: Repeats = { blocksU: 1, blocksV: 1, spanU: 1, spanV: 1, startU: 0, startV: 0 };

/** Adds one vertex for the surface sample at (u, v), which is (s, t) of its block's texture; returns its index. */
export type AddVertex = (sample: SurfaceSample, u: number, v: number, s: number, t: number) => number;

/** Meshes a patch at a level of detail, block by block. */
export function addPatch(
  mesh: MeshBuffer,
  light: PatchLight,
  fineness: Fineness,
  repeats: Repeats,
  addVertex: AddVertex,
): void {
  const [cellsU, cellsV] = gridSize(light.extent, fineness);
  const blocksU = Math.min(repeats.blocksU, cellsU);
  const blocksV = Math.min(repeats.blocksV, cellsV);
  const nu = Math.ceil(cellsU / blocksU);
  const nv = Math.ceil(cellsV / blocksV);
  const sample = newSample();
  const rows = new Uint32Array((nu + 1) * (nv + 1));
  for (let bv = 0; bv < blocksV; bv++) {
    for (let bu = 0; bu < blocksU; bu++) {
      for (let j = 0; j <= nv; j++) {
        for (let i = 0; i <= nu; i++) {
          const u = (bu + i / nu) / blocksU;
          const v = (bv + j / nv) / blocksV;
          evaluate(light.patch, u, v, sample);
          const s = repeats.startU + (repeats.spanU * i) / nu;
          const t = repeats.startV + (repeats.spanV * j) / nv;
          rows[j * (nu + 1) + i] = addVertex(sample, u, v, s, t);
        }
      }
      for (let j = 0; j < nv; j++) {
        for (let i = 0; i < nu; i++) {
          const a = j * (nu + 1) + i;
          mesh.cell(rows[a]!, rows[a + 1]!, rows[a + nu + 2]!, rows[a + nu + 1]!);
        }
      }
    }
  }
}

/** Foliage is irregular: its outline may deviate by this much more than the level's tolerance, metres. */
const LEAF_TOLERANCE = 0.07;
/** Parts thinner than this are rods, metres. */
const ROD_THICKNESS = 0.15;
/** Longest edges on rods, metres. */
const ROD_EDGE = 6;

/** The fineness that a lit patch needs at a level: fine cells only where light changes over it. */
export function litFineness(scene: LitScene, index: number, light: PatchLight, detail: Detail): Fineness {
  const { material, thickness } = scene.plant.parts[index]!;
  const tolerance = material === 'foliage' ? Math.max(LEAF_TOLERANCE, detail.tolerance) : detail.tolerance;
  if (thickness < ROD_THICKNESS) return { tolerance, longestEdge: ROD_EDGE };
  const contrast = lightContrast(light, scene.baked);
  const stretch = contrast < 0.15 ? 6 : contrast < 0.35 ? 2.5 : 1;
  return { tolerance, longestEdge: detail.longestEdge * stretch };
}

/** From this tolerance on a part's coarse replacement is sufficient, metres. */
const COARSE_FROM = 0.03;

/** The patches of a part that a level shows: all, those of its coarse replacement, or none. */
export function shownPatches(
  { plant, lights }: Pick<LitScene, 'plant' | 'lights'>,
  index: number,
  detail: Detail,
): readonly PatchLight[] {
  if (plant.parts[index]!.thickness < detail.leastThickness) return [];
  const { fine, coarse } = lights[index]!;
  return coarse && detail.tolerance >= COARSE_FROM ? coarse : fine;
}
