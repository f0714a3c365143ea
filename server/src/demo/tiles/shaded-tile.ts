import { newFloat64Vec3 } from '@overlook/shared/maths';
import { HeightGrid } from '../ground/height-grid.ts';
import { lightAt, newLightSample } from '../light/light-grids.ts';
import { type LitScene, groundSpot, newSpot } from '../light/scene-light.ts';
import { shade } from '../light/shade.ts';
import type { Rgb } from '../plant/types.ts';
import type { Detail } from './detail.ts';
import { writeMesh } from './write-mesh.ts';
import { addGround } from './ground-mesh.ts';
import { MeshBuffer } from './mesh-buffer.ts';
import type { PlannedTile } from './plan.ts';
import { ONCE, addPatch, litFineness, shownPatches } from './surface-grid.ts';

/** Clay colours: things are light, the ground is slightly darker. */
const CLAY: Rgb = [214, 209, 200];
const FOLIAGE: Rgb = [178, 176, 168];
const GROUND: Rgb = [182, 180, 176];
/** Largest error of the light between vertices, as a share of its scale. */
const LIGHT_TOLERANCE = 22;

/** A tile of the shaded layer: the textured layer's shapes and light on plain clay. */
export function shadedTile(
  site: LitScene,
  tile: PlannedTile,
  detail: Detail,
  groundPower: number,
): { bytes: Uint8Array; mesh: MeshBuffer } {
  const scene = { ...site, heights: new HeightGrid(site.plant, tile.west, tile.south, tile.side) };
  const mesh = new MeshBuffer();
  const light = newLightSample();
  const colour = newFloat64Vec3();
  for (const index of tile.parts) {
    const part = scene.plant.parts[index]!;
    const clay = part.material === 'foliage' ? FOLIAGE : CLAY;
    for (const patch of shownPatches(scene, index, detail)) {
      addPatch(mesh, patch, litFineness(scene, index, patch, detail), ONCE, (at, u, v) => {
        lightAt(patch, scene.baked, u, v, light);
        shade(clay, at[3], at[4], at[5], light[0], light[1], colour);
        return mesh.vertex(at[0], at[1], at[2], colour[0] * 255, colour[1] * 255, colour[2] * 255);
      });
    }
  }
  const spot = newSpot();
  const cells = 2 ** groundPower;
  const shown = new Float32Array((cells + 1) ** 2 * 3);
  const level = new Float32Array((cells + 1) ** 2);
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const [east, north] = [tile.west + (tile.side * i) / cells, tile.south + (tile.side * j) / cells];
      groundSpot(scene, east, north, spot);
      shade(GROUND, spot.nx, spot.ny, spot.nz, spot.sun, spot.open, colour);
      const k = j * (cells + 1) + i;
      for (let c = 0; c < 3; c++) shown[k * 3 + c] = colour[c]! * 255;
      level[k] = colour[1] * 255;
    }
  }
  addGround(
    mesh,
    scene,
    tile,
    groundPower,
    detail.tolerance * 1.5,
    { data: level, tolerance: LIGHT_TOLERANCE },
    (east, north, z, s, t) => {
      const k = (Math.round(t * cells) * (cells + 1) + Math.round(s * cells)) * 3;
      return mesh.vertex(east, north, z, shown[k]!, shown[k + 1]!, shown[k + 2]!);
    },
  );
  return { bytes: writeMesh(mesh, { isUnlit: true }), mesh };
}
