import { newFloat64Vec3 } from '@overlook/shared/maths';
import { type Patch, evaluate, newSample } from '../geometry/patch.ts';
import { gridPositions } from '../geometry/patch-grid.ts';
import { gridSize } from '../geometry/tessellate.ts';
import { terrainHeight } from '../ground/terrain.ts';
import type { PatchLight } from '../light/light-grids.ts';
import type { LitScene } from '../light/scene-light.ts';
import { type Surface, surfaceOf } from '../light/surface-colour.ts';
import { MATERIALS, type Swatch, swatch } from '../materials/swatches.ts';
import { type MaterialId, type PlantDescription, isCaptured } from '../plant/types.ts';
import type { Facing } from './facing.ts';
import { VisibleTriangles } from './visible-triangles.ts';

/** A lit site as it is drawn from any place. */
export interface ViewScene {
  readonly lit: LitScene;
  /** All that the capture shows but the ground. */
  readonly surfaces: readonly ViewSurface[];
  /** Nine numbers per triangle of the ground, ENU metres. */
  readonly ground: Float64Array;
}

interface ViewSurface extends Surface {
  /** The texture at each fineness, from `FINEST_SWATCH` texels along the side down by halves. */
  readonly swatches: readonly Swatch[];
  /** Width of a texel of the finest texture, metres. */
  readonly texel: number;
  /** A sphere round the patch: centre and radius, metres. */
  readonly sphere: readonly [number, number, number, number];
}

/** The surface number of the ground in `VisibleTriangles`. */
export const GROUND = 0xffff_ffff;

/** Tolerance of surfaces as a share of a cell, and its limits in metres. */
const TOLERANCE = { cells: 0.2, finest: 0.001, coarsest: 0.01 };
const LEAF_TOLERANCE = 0.07;
/** Surfaces smaller than this share of a cell are not drawn. */
const LEAST_CELLS = 0.4;
/** Cells of the dunes, metres. */
const DUNE_CELL = 4;

export function viewScene(lit: LitScene): ViewScene {
  const surfaces = lit.plant.parts.flatMap((part, index) =>
    isCaptured(part)
      ? lit.lights[index]!.fine.map((light, k) => ({
          ...surfaceOf(part, light, index * 31 + k),
          swatches: swatchesOf(part.material),
          texel: MATERIALS[part.material].periodU / FINEST_SWATCH,
          sphere: sphereRound(light),
        }))
      : [],
  );
  return { lit, surfaces, ground: groundTriangles(lit.plant) };
}

const FINEST_SWATCH = 128;
const swatchLists = new Map<MaterialId, Swatch[]>();

function swatchesOf(material: MaterialId): readonly Swatch[] {
  const known = swatchLists.get(material);
  if (known) return known;
  const made = [0, 1, 2, 3, 4, 5].map((halvings) => swatch(material, FINEST_SWATCH >> halvings));
  swatchLists.set(material, made);
  return made;
}

function sphereRound({ patch }: PatchLight): ViewSurface['sphere'] {
  const at = newSample();
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const steps = patch.kind === 'quad' ? 1 : 8;
  for (let j = 0; j <= steps; j++)
    for (let i = 0; i <= steps; i++) {
      evaluate(patch, i / steps, j / steps, at);
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis]!, at[axis]!);
        high[axis] = Math.max(high[axis]!, at[axis]!);
      }
    }
  const middle = low.map((value, axis) => (value + high[axis]!) / 2) as [number, number, number];
  // Between the samples a curve is slightly farther outside.
  return [
    ...middle,
    (patch.kind === 'quad' ? 0.5 : 0.6) * Math.hypot(...low.map((value, axis) => high[axis]! - value)),
  ];
}

/** The level ground as one rectangle, and the dunes round it as cells. */
function groundTriangles(plant: PlantDescription): Float64Array {
  const out: number[] = [];
  const [halfWidth, halfDepth] = [plant.levelHalfWidth, plant.levelHalfDepth].map(
    (half) => Math.floor((half + 16) / DUNE_CELL) * DUNE_CELL,
  ) as [number, number];
  const rectangle = (west: number, south: number, east: number, north: number) => {
    const corner = (x: number, y: number) => [x, y, terrainHeight(plant, x, y)];
    const [a, b, c, d] = [corner(west, south), corner(east, south), corner(east, north), corner(west, north)];
    out.push(...a, ...b, ...c, ...a, ...c, ...d);
  };
  rectangle(-halfWidth, -halfDepth, halfWidth, halfDepth);
  const half = plant.halfExtent;
  for (let south = -half; south < half; south += DUNE_CELL)
    for (let west = -half; west < half; west += DUNE_CELL) {
      const [east, north] = [west + DUNE_CELL, south + DUNE_CELL];
      const isLevel = west >= -halfWidth && east <= halfWidth && south >= -halfDepth && north <= halfDepth;
      if (!isLevel) rectangle(west, south, east, north);
    }
  return Float64Array.from(out);
}

/** All that a grid of rays sees. */
export function lookFrom(scene: ViewScene, facing: Facing): VisibleTriangles {
  const seen = new VisibleTriangles(facing);
  scene.surfaces.forEach((surface, index) => addSurface(seen, surface, index));
  const corners = new Float64Array(9);
  const uvs = new Float64Array(6);
  for (let k = 0; k < scene.ground.length; k += 9) {
    for (let i = 0; i < 9; i += 3)
      toCamera(facing, scene.ground[k + i]!, scene.ground[k + i + 1]!, scene.ground[k + i + 2]!, corners, i);
    seen.add(GROUND, corners, 0, 1, 2, uvs);
  }
  return seen;
}

function toCamera(
  { position, right, up, ahead }: Facing,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  k: number,
) {
  const dx = x - position[0];
  const dy = y - position[1];
  const dz = z - position[2];
  out[k] = dx * right[0] + dy * right[1] + dz * right[2];
  out[k + 1] = dx * up[0] + dy * up[1] + dz * up[2];
  out[k + 2] = dx * ahead[0] + dy * ahead[1] + dz * ahead[2];
}

const centre = newFloat64Vec3();

/** Whether a sphere may be visible in the grid; it is not when it lies beyond one of its edges or behind the camera. */
function mayBeSeen(facing: Facing, [x, y, z, radius]: ViewSurface['sphere']): boolean {
  toCamera(facing, x, y, z, centre, 0);
  const ahead = centre[2];
  if (ahead < -radius) return false;
  const halfX = facing.columns / 2 / facing.focal;
  const halfY = facing.rows / 2 / facing.focal;
  return (
    Math.abs(centre[0]) - ahead * halfX <= radius * Math.sqrt(1 + halfX * halfX) &&
    Math.abs(centre[1]) - ahead * halfY <= radius * Math.sqrt(1 + halfY * halfY)
  );
}

let corners = new Float64Array(3 * 1024);
let uvs = new Float64Array(2 * 1024);

function addSurface(seen: VisibleTriangles, { light, part, sphere }: ViewSurface, index: number): void {
  const { facing } = seen;
  if (!mayBeSeen(facing, sphere)) return;
  const [right, up, ahead] = [centre[0], centre[1], centre[2]];
  const distance = Math.max(0, Math.sqrt(right * right + up * up + ahead * ahead) - sphere[3]);
  if (2 * sphere[3] * facing.focal < LEAST_CELLS * distance) return;
  const fitting = (TOLERANCE.cells * distance) / facing.focal;
  const tolerance = Math.min(TOLERANCE.coarsest, Math.max(TOLERANCE.finest, fitting));
  const isLeafy = part.material === 'foliage';
  const [nu, nv] = gridSize(light.extent, {
    tolerance: isLeafy ? Math.max(LEAF_TOLERANCE, tolerance) : tolerance,
    longestEdge: 1000,
  });
  layOut(facing, light.patch, nu, nv);
  for (let j = 0; j < nv; j++)
    for (let i = 0; i < nu; i++) {
      const a = j * (nu + 1) + i;
      seen.add(index, corners, a, a + 1, a + nu + 2, uvs);
      seen.add(index, corners, a, a + nu + 2, a + nu + 1, uvs);
    }
}

/** Fills `corners` and `uvs` with the grid of a patch. */
function layOut(facing: Facing, patch: Patch, nu: number, nv: number): void {
  const count = (nu + 1) * (nv + 1);
  if (3 * count > corners.length) [corners, uvs] = [new Float64Array(6 * count), new Float64Array(4 * count)];
  gridPositions(patch, nu, nv, corners);
  for (let j = 0, k = 0; j <= nv; j++)
    for (let i = 0; i <= nu; i++, k++) {
      toCamera(facing, corners[3 * k]!, corners[3 * k + 1]!, corners[3 * k + 2]!, corners, 3 * k);
      uvs[2 * k] = i / nu;
      uvs[2 * k + 1] = j / nv;
    }
}
