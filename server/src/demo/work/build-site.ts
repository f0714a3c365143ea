import type { PlantDescription } from '../plant/types.ts';
import { describeSite } from '../plant/sites.ts';
import { qualityAt } from '../quality.ts';
import { type MeshLayer, type PlannedTile, flatten, planTiles } from '../tiles/plan.ts';
import type { LayerName } from '../../storage/layers.ts';
import { pointTasks } from './build-points.ts';
import { type SitePicture, sitePictures } from '../views/site-pictures.ts';
import type { WorkerPool } from './pool.ts';
import { type Base, squareKey, takeSquare, takeTile } from './base-reports.ts';
import { type LayerTotals, SiteLayers } from './site-layers.ts';
import { type SharedLight, type SiteRequest, SKY_RANGES, sharedSizes } from './site-run.ts';
import { type PointsReport, type Task, type TileReport, tileFile } from './site-work.ts';

export interface SiteBuild {
  /** Folder of each layer, with its tileset.json. */
  readonly layers: Partial<Record<LayerName, string>>;
  readonly totals: Partial<Record<LayerName, LayerTotals>>;
  /** LAS files of the exact cloud; none for a site without one. */
  readonly cloudFiles: readonly string[];
  /** What a build of another capture of the site can take from this one. */
  readonly base: Base;
}

const BAKE_TASKS = 48;

/**
 * Builds all layers of one capture of a site into its `outDir`: first the light, which all tiles need, then tiles and
 * points. With a `base`, content that is the same is taken from there, and no pictures are drawn: they are those of the
 * base. `onProgress` gets a step and its finished share, 0 to 1.
 */
export async function buildSite(
  pool: WorkerPool,
  request: SiteRequest,
  base: Base | null,
  onProgress: (stage: string, fraction: number) => void,
  signal?: AbortSignal,
): Promise<SiteBuild> {
  const { slug, takenOn, scale, outDir } = request;
  const plant = describeSite(slug, takenOn);
  const light = await bakeLight(pool, request, base, onProgress, signal);
  const planned = plannedLayers(plant, qualityAt(scale).deepestLevel);
  const meshes = planned.flatMap(({ layer, tiles }) => tiles.map((tile, index) => ({ layer, tile, index })));
  const meshTasks = meshes.map(({ layer, index }): Task => ({ kind: 'mesh', layer, index }));
  const points = pointTasks(plant.scannedHalfExtent);
  // The largest tasks come first, so that no worker is busy with one alone at the end.
  const tasks = [...points.tasks, ...meshTasks, ...(base ? [] : pictureTasks(plant, scale))];
  const made = await pool.run(tasks, (ended) => onProgress('tiles', ended / tasks.length), signal);

  const reports = { squares: new Map<string, PointsReport>(), tiles: new Map<string, TileReport>() };
  for (const [i, square] of points.squares.entries()) {
    const report = made[i] as PointsReport | 'same';
    reports.squares.set(squareKey(square), report === 'same' ? await takeSquare(base!, square, outDir) : report);
  }
  for (const [i, { layer, tile }] of meshes.entries()) {
    const report = made[points.tasks.length + i] as TileReport | 'same';
    const file = tileFile(layer, tile);
    reports.tiles.set(file, report === 'same' ? await takeTile(base!, file, outDir) : report);
  }
  const layers = new SiteLayers(outDir, plant);
  const pointReports = [...reports.squares.values()];
  await layers.addPoints(points, pointReports);
  for (const { layer, plan } of planned) await layers.addMesh(layer, plan, reports.tiles);
  return {
    layers: layers.folders,
    totals: layers.totals,
    cloudFiles: pointReports.flatMap(({ cloudFile }) => cloudFile ?? []),
    base: { run: { ...request, light }, reports },
  };
}

interface PlannedLayer {
  readonly layer: MeshLayer;
  readonly plan: PlannedTile;
  readonly tiles: readonly PlannedTile[];
}

function plannedLayers(plant: PlantDescription, deepestLevel: number): PlannedLayer[] {
  const layers = plant.layers.filter((layer): layer is MeshLayer => layer !== 'points');
  return layers.map((layer) => {
    const plan = planTiles(plant, layer, deepestLevel);
    return { layer, plan, tiles: flatten(plan) };
  });
}

function pictureTasks(plant: PlantDescription, scale: number): Task[] {
  const pixels = ({ camera: { lens } }: SitePicture) => lens.widthPx * lens.heightPx;
  const pictures = sitePictures(plant, scale).toSorted((a, b) => pixels(b) - pixels(a));
  return pictures.map((picture): Task => ({ kind: 'picture', picture }));
}

/** Sun, sky and the light on all surfaces, in memory that the pool's threads share. */
async function bakeLight(
  pool: WorkerPool,
  request: SiteRequest,
  base: Base | null,
  onProgress: (stage: string, fraction: number) => void,
  signal: AbortSignal | undefined,
): Promise<SharedLight> {
  const sizes = sharedSizes(request);
  const light = {
    baked: new SharedArrayBuffer(sizes.baked),
    sunFine: new SharedArrayBuffer(sizes.sunFine),
    sunWide: new SharedArrayBuffer(sizes.sunWide),
    sky: Array.from({ length: SKY_RANGES }, () => new SharedArrayBuffer(sizes.sky)),
    skySum: new SharedArrayBuffer(sizes.sky),
  };
  await pool.begin({ ...request, light, base: base && base.run });
  const tasks: Task[] = [
    { kind: 'sun' },
    ...light.sky.map((_, range): Task => ({ kind: 'sky', range })),
    ...bakeTasks(sizes.samples),
  ];
  await pool.run(tasks, (ended) => onProgress('light', ended / tasks.length), signal);
  const sum = new Uint8Array(light.skySum);
  for (const part of light.sky) new Uint8Array(part).forEach((count, i) => (sum[i]! += count));
  return light;
}

/** Splits the patches into ranges of about equal numbers of samples. */
function bakeTasks(samples: readonly number[]): Task[] {
  const share = samples.reduce((a, b) => a + b, 0) / BAKE_TASKS;
  const tasks: Task[] = [];
  let first = 0;
  let sum = 0;
  samples.forEach((count, i) => {
    sum += count;
    if (sum < share && i < samples.length - 1) return;
    tasks.push({ kind: 'bake', first, last: i + 1 });
    first = i + 1;
    sum = 0;
  });
  return tasks;
}
