import { layOutLight } from '../light/light-grids.ts';
import type { LitScene } from '../light/scene-light.ts';
import type { PlantDescription } from '../plant/types.ts';

/** A site in even light: the sun reaches every surface that faces it, and nothing shades another. */
export function plainLight(plant: PlantDescription): LitScene {
  const { lights, samples } = layOutLight(plant, 10);
  const nothing = new Uint8Array(1);
  return {
    plant,
    lights,
    baked: new Uint8Array(2 * samples).fill(255),
    sunMaps: [],
    skyMap: { half: 1, cells: 1, data: nothing },
    skyDirections: 1,
  };
}
