import type { GroundMap } from '../light/ground-light.ts';
import { layOutLight } from '../light/light-grids.ts';
import type { LitScene } from '../light/scene-light.ts';
import { type SiteSlug, describeSite } from '../plant/sites.ts';
import { type DemoDetail, qualityAt } from '../quality.ts';

/** Memory that all workers of a run share. */
export interface SharedLight {
  readonly baked: SharedArrayBuffer;
  readonly sunFine: SharedArrayBuffer;
  readonly sunWide: SharedArrayBuffer;
  /** One count map for each range of directions, and their sum. */
  readonly sky: readonly SharedArrayBuffer[];
  readonly skySum: SharedArrayBuffer;
}

/** One capture of a site, and how it is made. */
export interface SiteRequest {
  readonly slug: SiteSlug;
  /** The day of the capture; null for a site without one. */
  readonly takenOn: string | null;
  readonly scale: number;
  readonly detail: DemoDetail;
  readonly outDir: string;
}

export interface SiteRun extends SiteRequest {
  readonly light: SharedLight;
  /** A finished run of another capture of the site, for tiles that have the same content; null makes all of them. */
  readonly base: Omit<SiteRun, 'base'> | null;
}

export const SKY_RANGES = 4;
const SUN_WIDE_CELLS = 2048;

/** Half side of the fine shadow map and of the sky map, metres; a little beyond the level ground. */
const mapHalf = ({ plant }: Pick<LitScene, 'plant'>): number =>
  Math.max(plant.levelHalfWidth, plant.levelHalfDepth) + 20;
const skyCells = (half: number): number => Math.round(half * 4);

/** Sizes of the shared buffers of a site, and its light layout. */
export function sharedSizes({ slug, takenOn, scale, detail }: SiteRequest): {
  baked: number;
  sunFine: number;
  sunWide: number;
  sky: number;
  samples: number[];
} {
  const plant = describeSite(slug, takenOn);
  const quality = qualityAt(scale, detail);
  const { lights, samples } = layOutLight(plant, quality.lightCoarseness);
  const patches = lights.flatMap(({ fine, coarse }) => [...fine, ...(coarse ?? [])]);
  return {
    baked: samples * 2,
    sunFine: quality.shadowCells ** 2,
    sunWide: SUN_WIDE_CELLS ** 2,
    sky: skyCells(mapHalf({ plant })) ** 2,
    samples: patches.map((patch) => (patch.nu + 1) * (patch.nv + 1)),
  };
}

/** The described site with the light of a run, which may still be empty. */
export function sceneOf({ slug, takenOn, scale, detail, light }: Omit<SiteRun, 'base'>): LitScene {
  const quality = qualityAt(scale, detail);
  const plant = describeSite(slug, takenOn);
  const half = mapHalf({ plant });
  const map = (buffer: SharedArrayBuffer, size: number, cells: number): GroundMap => ({
    half: size,
    cells,
    data: new Uint8Array(buffer),
  });
  return {
    plant,
    lights: layOutLight(plant, quality.lightCoarseness).lights,
    baked: new Uint8Array(light.baked),
    sunMaps: [map(light.sunFine, half, quality.shadowCells), map(light.sunWide, plant.halfExtent, SUN_WIDE_CELLS)],
    skyMap: map(light.skySum, half, skyCells(half)),
    skyDirections: quality.skyDirections,
  };
}
