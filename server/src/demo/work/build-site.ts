import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlantDescription } from '../plant/types.ts';
import { type SiteSlug, describeSite } from '../plant/sites.ts';
import { type DemoDetail, qualityAt } from '../quality.ts';
import { detailOf } from '../tiles/detail.ts';
import { type MeshLayer, type PlannedTile, flatten, planTiles } from '../tiles/plan.ts';
import { type MadeTile, tilesetJson } from '../tiles/tileset.ts';
import type { LayerName } from '../../storage/layers.ts';
import { TREE_FILE } from '../../publish/object-tree/tree-format.ts';
import { treeFile } from '../plant/object-tree.ts';
import { joinPoints, pointTasks } from './build-points.ts';
import { type SitePicture, sitePictures } from '../views/site-pictures.ts';
import type { WorkerPool } from './pool.ts';
import {
  type PointsReport,
  SKY_RANGES,
  type SiteRun,
  type Task,
  type TileReport,
  sharedSizes,
  tileUri,
} from './site-work.ts';

/** The result of a site's build, by layer. */
export interface LayerTotals {
  readonly tiles: number;
  readonly bytes: number;
  /** Triangles of all levels, or points. */
  readonly elements: number;
}

export interface SiteBuild {
  /** Folder of each layer, with its tileset.json. */
  readonly layers: Partial<Record<LayerName, string>>;
  readonly totals: Partial<Record<LayerName, LayerTotals>>;
  /** LAS files of the exact cloud; none for a site without one. */
  readonly cloudFiles: readonly string[];
}

const BAKE_TASKS = 48;

/**
 * Builds all layers of one site into `outDir`: first the light, which all tiles need, then tiles and points.
 * `onProgress` gets a step and its finished share, 0 to 1.
 */
export async function buildSite(
  pool: WorkerPool,
  slug: SiteSlug,
  outDir: string,
  { scale, detail }: { scale: number; detail: DemoDetail },
  onProgress: (stage: string, fraction: number) => void,
  signal?: AbortSignal,
): Promise<SiteBuild> {
  const plant = describeSite(slug);
  await bakeLight(pool, { slug, scale, detail, outDir }, onProgress, signal);
  const meshLayers = plant.layers.filter((layer): layer is MeshLayer => layer !== 'points');
  const plans = meshLayers.map((layer) => planTiles(plant, layer, qualityAt(scale).deepestLevel));
  const meshTasks = meshLayers.flatMap((layer, k) =>
    flatten(plans[k]!).map((_, index): Task => ({ kind: 'mesh', layer, index })),
  );
  const points = pointTasks(plant.scannedHalfExtent);
  // The largest tasks come first, so that no worker is busy with one alone at the end.
  const pixels = ({ camera: { lens } }: SitePicture) => lens.widthPx * lens.heightPx;
  const pictures = sitePictures(plant, scale).toSorted((a, b) => pixels(b) - pixels(a));
  const pictureTasks = pictures.map((picture): Task => ({ kind: 'picture', picture }));
  const tasks = [...points.tasks, ...meshTasks, ...pictureTasks];
  const reports = await pool.run(tasks, (ended) => onProgress('tiles', ended / tasks.length), signal);

  const pointReports = reports.slice(0, points.tasks.length) as PointsReport[];
  const layers = new SiteLayers(outDir, plant);
  await layers.addPoints(points, pointReports);
  let at = points.tasks.length;
  for (const [k, layer] of meshLayers.entries()) {
    const count = flatten(plans[k]!).length;
    await layers.addMesh(layer, plans[k]!, reports.slice(at, at + count) as TileReport[]);
    at += count;
  }
  const cloudFiles = pointReports.flatMap(({ cloudFile }) => cloudFile ?? []);
  return { layers: layers.folders, totals: layers.totals, cloudFiles };
}

/** Sun, sky and the light on all surfaces, in memory that the pool's threads share. */
async function bakeLight(
  pool: WorkerPool,
  site: Omit<SiteRun, 'light'>,
  onProgress: (stage: string, fraction: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const sizes = sharedSizes(site);
  const light = {
    baked: new SharedArrayBuffer(sizes.baked),
    sunFine: new SharedArrayBuffer(sizes.sunFine),
    sunWide: new SharedArrayBuffer(sizes.sunWide),
    sky: Array.from({ length: SKY_RANGES }, () => new SharedArrayBuffer(sizes.sky)),
    skySum: new SharedArrayBuffer(sizes.sky),
  };
  await pool.begin({ ...site, light });
  const tasks: Task[] = [
    { kind: 'sun' },
    ...light.sky.map((_, range): Task => ({ kind: 'sky', range })),
    ...bakeTasks(sizes.samples),
  ];
  await pool.run(tasks, (ended) => onProgress('light', ended / tasks.length), signal);
  const sum = new Uint8Array(light.skySum);
  for (const part of light.sky) new Uint8Array(part).forEach((count, i) => (sum[i]! += count));
}

/** Writes the tilesets of layers whose tiles are finished. */
class SiteLayers {
  readonly folders: Partial<Record<LayerName, string>> = {};
  readonly totals: Partial<Record<LayerName, LayerTotals>> = {};

  constructor(
    private readonly outDir: string,
    private readonly plant: PlantDescription,
  ) {}

  async addPoints(
    { squares, coarserSides }: ReturnType<typeof pointTasks>,
    reports: readonly PointsReport[],
  ): Promise<void> {
    const root = await joinPoints(this.outDir, this.plant.scannedHalfExtent, squares, reports, coarserSides);
    const totals = sumOf(reports.map(({ tiles, bytes, count }) => ({ tiles, bytes, elements: count })));
    await this.#write('points', tilesetJson(this.plant.origin, root, 'ADD', '1.0'), totals);
  }

  async addMesh(layer: MeshLayer, plan: PlannedTile, reports: readonly TileReport[]): Promise<void> {
    const root = madeTree(layer, plan, reports);
    const version = layer === 'cad' ? '1.0' : '1.1';
    const totals = sumOf(reports.map(({ bytes, triangles }) => ({ tiles: 1, bytes, elements: triangles })));
    await this.#write(layer, tilesetJson(this.plant.origin, root, 'REPLACE', version), totals);
    if (layer === 'cad') await writeFile(join(this.outDir, layer, TREE_FILE), treeFile(this.plant));
  }

  async #write(layer: LayerName, tileset: string, totals: LayerTotals): Promise<void> {
    const folder = join(this.outDir, layer);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'tileset.json'), tileset);
    this.folders[layer] = folder;
    this.totals[layer] = totals;
  }
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

/** Pairs a plan with its reports, which are in the order of the plan. */
function madeTree(layer: MeshLayer, plan: PlannedTile, reports: readonly TileReport[]): MadeTile {
  let next = 0;
  const made = (tile: PlannedTile): MadeTile => {
    const { bounds } = reports[next++]!;
    const { geometricError } = detailOf(tile.level, tile.children.length === 0);
    return { uri: tileUri(layer, tile), bounds, geometricError, children: tile.children.map(made) };
  };
  return made(plan);
}

const sumOf = (parts: readonly LayerTotals[]): LayerTotals =>
  parts.reduce((a, b) => ({ tiles: a.tiles + b.tiles, bytes: a.bytes + b.bytes, elements: a.elements + b.elements }), {
    tiles: 0,
    bytes: 0,
    elements: 0,
  });
