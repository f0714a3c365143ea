import { newFloat64Vec3 } from '@overlook/shared/maths';
import { HeightGrid } from '../ground/height-grid.ts';
import { lightAt, newLightSample } from '../light/light-grids.ts';
import { type LitScene, groundDisplay, groundSpot, newSpot } from '../light/scene-light.ts';
import { shade } from '../light/shade.ts';
import { SWATCH_MEAN } from '../materials/swatches.ts';
import { newPaintBuffer, weathered } from '../materials/weather.ts';
import { type Atlas, type Cell, drawAtlas, layOutAtlas, texcoordU, texcoordV } from './atlas.ts';
import type { Detail } from './detail.ts';
import { writeMesh } from './write-mesh.ts';
import { addGround } from './ground-mesh.ts';
import { MeshBuffer } from './mesh-buffer.ts';
import type { PlannedTile } from './plan.ts';
import { addPatch, litFineness, shownPatches } from './surface-grid.ts';
import { repeatsOf } from './texture-repeats.ts';

/** Vertex colours compensate for the darkening by the swatches, on the scale of a byte. */
const TINT = 255 / SWATCH_MEAN;

/** A tile of the textured layer: one mesh with one picture, light in its vertex colours. */
export async function texturedTile(
  scene: LitScene,
  tile: PlannedTile,
  detail: Detail,
  groundSide: number,
): Promise<{ bytes: Uint8Array; mesh: MeshBuffer }> {
  const near = nearby(scene, tile);
  const mesh = new MeshBuffer();
  const shown = tile.parts.filter((i) => shownPatches(scene, i, detail).length > 0);
  const parts = shown.map((i) => scene.plant.parts[i]!);
  const labels = [...new Set(parts.flatMap((part) => part.label ?? []))].sort();
  const materials = [...new Set(parts.filter((part) => !part.label).map((part) => part.material))].sort();
  const atlas = layOutAtlas(groundSide, materials, labels);
  const light = newLightSample();
  const colour = newFloat64Vec3();
  const paint = newPaintBuffer();
  for (const index of shown) {
    const part = scene.plant.parts[index]!;
    const cell = part.label ? atlas.labels.get(part.label)! : atlas.materials.get(part.material)!;
    for (const [k, patch] of shownPatches(scene, index, detail).entries()) {
      addPatch(
        mesh,
        patch,
        litFineness(scene, index, patch, detail),
        repeatsOf(part, patch, index * 31 + k),
        (at, u, v, s, t) => {
          lightAt(patch, scene.baked, u, v, light);
          weathered(part.material, part.colour, at[0], at[1], at[2], at[5], paint);
          shade(paint, at[3], at[4], at[5], light[0], light[1], colour);
          pushTexcoord(mesh, atlas, cell, s, t);
          return mesh.vertex(at[0], at[1], at[2], colour[0] * TINT, colour[1] * TINT, colour[2] * TINT);
        },
      );
    }
  }
  addGround(mesh, near, tile, 5, detail.tolerance * 1.5, null, (east, north, z, s, t) => {
    pushTexcoord(mesh, atlas, atlas.ground, s, t);
    return mesh.vertex(east, north, z, 255, 255, 255);
  });
  const spot = newSpot();
  const image = await drawAtlas(atlas, (s, t, out) => {
    const [east, north] = [tile.west + s * tile.side, tile.south + t * tile.side];
    groundSpot(near, east, north, spot);
    groundDisplay(near, east, north, spot, out);
  });
  return { bytes: writeMesh(mesh, { image, isUnlit: true }), mesh };
}

function pushTexcoord(mesh: MeshBuffer, atlas: Atlas, cell: Cell, s: number, t: number): void {
  mesh.texcoords.push(texcoordU(atlas, cell, s));
  mesh.texcoords.push(texcoordV(atlas, cell, t));
}

/** The scene reduced to the ground of one tile: heights on a grid, and only the paved areas that can reach into it. */
function nearby(scene: LitScene, tile: PlannedTile): LitScene {
  const margin = 4;
  const ground = scene.plant.ground.filter(
    (area) =>
      area.west < tile.west + tile.side + margin &&
      area.east > tile.west - margin &&
      area.south < tile.south + tile.side + margin &&
      area.north > tile.south - margin,
  );
  const heights = new HeightGrid(scene.plant, tile.west, tile.south, tile.side);
  return { ...scene, plant: { ...scene.plant, ground }, heights };
}
