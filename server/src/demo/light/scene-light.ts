import { groundColour } from '../ground/ground-colour.ts';
import type { HeightGrid } from '../ground/height-grid.ts';
import { terrainHeight } from '../ground/terrain.ts';
import { newPaintBuffer } from '../materials/weather.ts';
import type { PlantDescription } from '../plant/types.ts';
import { type GroundMap, openSkyOnGround } from './ground-light.ts';
import type { PartLight } from './light-grids.ts';
import { shade } from './shade.ts';
import { sunOnGround } from './sun-on-ground.ts';

/** A described site with its baked light: the input of all tiles. */
export interface LitScene {
  readonly plant: PlantDescription;
  readonly lights: readonly PartLight[];
  readonly baked: Uint8Array;
  /** From fine and small to coarse and wide. */
  readonly sunMaps: readonly GroundMap[];
  readonly skyMap: GroundMap;
  readonly skyDirections: number;
  /** Heights of the square that is lit, where many places of it are asked for. */
  readonly heights?: HeightGrid;
}

/** Height, normal and light of a spot of ground. */
export interface GroundSpot {
  z: number;
  nx: number;
  ny: number;
  nz: number;
  sun: number;
  open: number;
}

export const newSpot = (): GroundSpot => ({ z: 0, nx: 0, ny: 0, nz: 1, sun: 1, open: 1 });

export const isLevel = ({ levelHalfWidth, levelHalfDepth }: PlantDescription, east: number, north: number): boolean =>
  Math.abs(east) < levelHalfWidth && Math.abs(north) < levelHalfDepth;

const heightAt = ({ heights, plant }: LitScene, east: number, north: number): number =>
  heights ? heights.at(east, north) : terrainHeight(plant, east, north);

/** Fills `spot` for the ground at a place. */
export function groundSpot(scene: LitScene, east: number, north: number, spot: GroundSpot): void {
  const { plant, heights } = scene;
  if (heights ? heights.isLevel : isLevel(plant, east, north)) {
    spot.z = 0;
    spot.nx = 0;
    spot.ny = 0;
    spot.nz = 1;
  } else {
    const step = 0.5;
    spot.z = heightAt(scene, east, north);
    const sx = (heightAt(scene, east + step, north) - spot.z) / step;
    const sy = (heightAt(scene, east, north + step) - spot.z) / step;
    const l = 1 / Math.hypot(sx, sy, 1);
    spot.nx = -sx * l;
    spot.ny = -sy * l;
    spot.nz = l;
  }
  spot.sun = sunOnGround(scene.sunMaps, east, north, spot.z);
  spot.open = openSkyOnGround(scene.skyMap, scene.skyDirections, east, north);
}

const colour = newPaintBuffer();

/** Display colour (0 to 1) of the ground as textured, written to `out`; `spot` must be filled for the same place. */
export function groundDisplay(scene: LitScene, east: number, north: number, spot: GroundSpot, out: Float64Array): void {
  groundColour(scene.plant, east, north, colour);
  shade(colour, spot.nx, spot.ny, spot.nz, spot.sun, spot.open, out);
}
