import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TREE_FILE } from '../../publish/object-tree/tree-format.ts';
import type { LayerName } from '../../storage/layers.ts';
import { treeFile } from '../plant/object-tree.ts';
import type { PlantDescription } from '../plant/types.ts';
import { detailOf } from '../tiles/detail.ts';
import { type MeshLayer, type PlannedTile, flatten } from '../tiles/plan.ts';
import { type MadeTile, tilesetJson } from '../tiles/tileset.ts';
import { joinPoints, type pointTasks } from './build-points.ts';
import { type PointsReport, type TileReport, tileFile, tileUri } from './site-work.ts';

/** The result of a site's build, by layer. */
export interface LayerTotals {
  readonly tiles: number;
  readonly bytes: number;
  /** Triangles of all levels, or points. */
  readonly elements: number;
}

/** Writes the tilesets of layers whose tiles are finished. */
export class SiteLayers {
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

  /** @param reports of the tiles of all layers, by file. */
  async addMesh(layer: MeshLayer, plan: PlannedTile, reports: ReadonlyMap<string, TileReport>): Promise<void> {
    const reportOf = (tile: PlannedTile) => reports.get(tileFile(layer, tile))!;
    const made = (tile: PlannedTile): MadeTile => ({
      uri: tileUri(layer, tile),
      bounds: reportOf(tile).bounds,
      geometricError: detailOf(tile.level, tile.children.length === 0).geometricError,
      children: tile.children.map(made),
    });
    const root = made(plan);
    const version = layer === 'cad' ? '1.0' : '1.1';
    const own = flatten(plan).map(reportOf);
    const totals = sumOf(own.map(({ bytes, triangles }) => ({ tiles: 1, bytes, elements: triangles })));
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

const sumOf = (parts: readonly LayerTotals[]): LayerTotals =>
  parts.reduce((a, b) => ({ tiles: a.tiles + b.tiles, bytes: a.bytes + b.bytes, elements: a.elements + b.elements }), {
    tiles: 0,
    bytes: 0,
    elements: 0,
  });
