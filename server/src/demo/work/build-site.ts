import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SiteSlug, describeSite } from '../plant/sites.ts';
import { qualityAt } from '../quality.ts';
import { detailOf } from '../tiles/detail.ts';
import { type MeshLayer, type PlannedTile, flatten, planTiles } from '../tiles/plan.ts';
import { type MadeTile, tilesetJson } from '../tiles/tileset.ts';
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
  readonly layers: Partial<Record<'textured' | 'shaded' | 'points' | 'cad', string>>;
  readonly totals: Partial<Record<'textured' | 'shaded' | 'points' | 'cad', LayerTotals>>;
  /** LAS files of the exact cloud; none for a site without one. */
  readonly cloudFiles: readonly string[];
}

const BAKE_TASKS = 48;

/**
 * Builds all layers of one site into `outDir`: light first, which everything needs, then tiles and points.
 * `onProgress` gets a stage and its share done, 0 to 1.
 */
export async function buildSite(
  pool: WorkerPool,
  slug: SiteSlug,
  outDir: string,
  scale: number,
  onProgress: (stage: string, fraction: number) => void,
  signal?: AbortSignal,
): Promise<SiteBuild> {
  const plant = describeSite(slug);
  const sizes = sharedSizes(slug, scale);
  const light = {
    baked: new SharedArrayBuffer(sizes.baked),
    sunFine: new SharedArrayBuffer(sizes.sunFine),
    sunWide: new SharedArrayBuffer(sizes.sunWide),
    sky: Array.from({ length: SKY_RANGES }, () => new SharedArrayBuffer(sizes.sky)),
    skySum: new SharedArrayBuffer(sizes.sky),
  };
  const run: SiteRun = { slug, scale, outDir, light };
  await pool.begin(run);
  const lightTasks: Task[] = [
    { kind: 'sun' },
    ...light.sky.map((_, range): Task => ({ kind: 'sky', range })),
    ...bakeTasks(sizes.samples),
  ];
  await pool.run(lightTasks, (ended) => onProgress('light', ended / lightTasks.length), signal);
  const sum = new Uint8Array(light.skySum);
  for (const part of light.sky) new Uint8Array(part).forEach((count, i) => (sum[i]! += count));

  const meshLayers = plant.layers.filter((layer): layer is MeshLayer => layer !== 'points');
  const plans = meshLayers.map((layer) => planTiles(plant, layer, qualityAt(scale).deepestLevel));
  const meshTasks = meshLayers.flatMap((layer, k) =>
    flatten(plans[k]!).map((_, index): Task => ({ kind: 'mesh', layer, index })),
  );
  const points = pointTasks(plant.scannedHalfExtent);
  // The largest first, so that no worker is left alone with it at the end.
  const pixels = ({ camera: { lens } }: SitePicture) => lens.widthPx * lens.heightPx;
  const pictures = sitePictures(plant, scale).toSorted((a, b) => pixels(b) - pixels(a));
  const pictureTasks = pictures.map((picture): Task => ({ kind: 'picture', picture }));
  const tasks = [...points.tasks, ...meshTasks, ...pictureTasks];
  const reports = await pool.run(tasks, (ended) => onProgress('tiles', ended / tasks.length), signal);

  const pointReports = reports.slice(0, points.tasks.length) as PointsReport[];
  const build: { layers: Record<string, string>; totals: Record<string, LayerTotals>; cloudFiles: string[] } = {
    layers: {},
    totals: {},
    cloudFiles: pointReports.flatMap(({ cloudFile }) => cloudFile ?? []),
  };
  const finish = async (
    layer: string,
    root: MadeTile,
    refine: 'ADD' | 'REPLACE',
    version: '1.0' | '1.1',
    totals: LayerTotals,
  ) => {
    const folder = join(outDir, layer);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'tileset.json'), tilesetJson(plant.origin, root, refine, version));
    build.layers[layer] = folder;
    build.totals[layer] = totals;
  };
  const pointRoot = await joinPoints(
    outDir,
    plant.scannedHalfExtent,
    points.squares,
    pointReports,
    points.coarserSides,
  );
  await finish(
    'points',
    pointRoot,
    'ADD',
    '1.0',
    sumOf(pointReports.map(({ tiles, bytes, count }) => ({ tiles, bytes, elements: count }))),
  );
  let at = points.tasks.length;
  for (const [k, layer] of meshLayers.entries()) {
    const count = flatten(plans[k]!).length;
    const own = reports.slice(at, at + count) as TileReport[];
    at += count;
    const root = madeTree(layer, plans[k]!, own);
    await finish(
      layer,
      root,
      'REPLACE',
      layer === 'cad' ? '1.0' : '1.1',
      sumOf(own.map(({ bytes, triangles }) => ({ tiles: 1, bytes, elements: triangles }))),
    );
  }
  if (build.layers['cad']) await writeFile(join(outDir, 'cad', TREE_FILE), treeFile(plant));
  return build;
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

/** Pairs a plan with its reports, which stand in the plan's own order. */
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
