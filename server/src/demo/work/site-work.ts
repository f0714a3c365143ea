import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bakePatch } from '../light/bake.ts';
import { countBlockedSky, drawSunShadow } from '../light/ground-light.ts';
import { type Occluder, occluderOf, occluderTriangles } from '../light/occluders.ts';
import type { LitScene } from '../light/scene-light.ts';
import type { SiteSlug } from '../plant/sites.ts';
import { type Quality, qualityAt } from '../quality.ts';
import { type Bounds, boundsOf } from '../../publish/bounds.ts';
import { cadTile } from '../tiles/cad-tile.ts';
import { coarser, detailOf } from '../tiles/detail.ts';
import { type MeshLayer, type PlannedTile, flatten, planTiles } from '../tiles/plan.ts';
import { type Square, samplePoints } from '../tiles/point-sampling.ts';
import { writeCloudFile } from '../tiles/cloud-file.ts';
import { type PointTile, buildTree, pick, spacingOf, thin } from '../tiles/point-tree.ts';
import { shadedTile } from '../tiles/shaded-tile.ts';
import type { PointBuffer } from '../tiles/point-buffer.ts';
import { writePnts } from '../tiles/tables.ts';
import { texturedTile } from '../tiles/textured-tile.ts';
import type { MadeTile } from '../tiles/tileset.ts';
import { drawView } from '../views/draw-view.ts';
import type { SitePicture } from '../views/site-pictures.ts';
import { type ViewScene, viewScene } from '../views/view-scene.ts';
import { SameContent } from './same-content.ts';
import { type SiteRun, SKY_RANGES, sceneOf } from './site-run.ts';

/** The tasks of a worker. Every task gives the same result in any worker, at any time. */
export type Task =
  | { readonly kind: 'bake'; readonly first: number; readonly last: number }
  | { readonly kind: 'sun' }
  | { readonly kind: 'sky'; readonly range: number }
  | { readonly kind: 'mesh'; readonly layer: MeshLayer; readonly index: number }
  | { readonly kind: 'points'; readonly square: Square; readonly coarserSides: readonly number[] }
  | { readonly kind: 'picture'; readonly picture: SitePicture };

export interface TileReport {
  readonly bounds: Bounds;
  readonly bytes: number;
  readonly triangles: number;
}

export interface PointsReport {
  readonly tree: MadeTile | null;
  readonly tiles: number;
  readonly count: number;
  readonly bytes: number;
  /** All points of the square as LAS; null where there are none, or the site has no exact cloud. */
  readonly cloudFile: string | null;
  /** Points for the tiles above the square, by side: the winners of their cubes. */
  readonly coarser: readonly { readonly positions: Float64Array; readonly colours: Uint8Array }[];
}

/** `same`: nothing was made, because the run's base has the same content. */
export type Report = TileReport | PointsReport | 'same' | null;

/** The site whose points can be exported. */
const CLOUD_SLUG: SiteSlug = 'ridgeway';

/** Rails and rods shade the ground, but on things their shadows would only be specks between light samples. */
const BAKE_LEAST_THICKNESS = 0.12;
/** Rods thinner than this do not dim the sky. */
const SKY_LEAST_THICKNESS = 0.2;

/** A site inside one worker: described once, doing any task of its run. */
export class SiteWork {
  readonly #run: SiteRun;
  readonly #quality: Quality;
  readonly #scene: LitScene;
  readonly #plans = new Map<MeshLayer, PlannedTile[]>();
  #same: SameContent | null = null;
  #occluder: Occluder | null = null;
  #view: ViewScene | null = null;

  constructor(run: SiteRun) {
    this.#run = run;
    this.#quality = qualityAt(run.scale, run.detail);
    this.#scene = sceneOf(run);
  }

  async do(task: Task): Promise<Report> {
    switch (task.kind) {
      case 'bake':
        return this.#bake(task.first, task.last);
      case 'sun':
        return this.#sun();
      case 'sky':
        return this.#sky(task.range);
      case 'mesh':
        return this.#mesh(task.layer, task.index);
      case 'points':
        return this.#points(task.square, task.coarserSides);
      case 'picture':
        return this.#picture(task.picture);
    }
  }

  #bake(first: number, last: number): null {
    const { plant, lights, baked } = this.#scene;
    this.#occluder ??= occluderOf(plant, BAKE_LEAST_THICKNESS);
    const patches = lights.flatMap(({ fine, coarse }) => [...fine, ...(coarse ?? [])]);
    for (const patch of patches.slice(first, last)) bakePatch(patch, this.#occluder, this.#quality.bake, baked);
    return null;
  }

  #sun(): null {
    const triangles = occluderTriangles(this.#scene.plant, 0);
    for (const map of this.#scene.sunMaps) drawSunShadow(triangles, map);
    return null;
  }

  #sky(range: number): null {
    const total = this.#quality.skyDirections;
    const share = total / SKY_RANGES;
    const map = { ...this.#scene.skyMap, data: new Uint8Array(this.#run.light.sky[range]!) };
    countBlockedSky(
      occluderTriangles(this.#scene.plant, SKY_LEAST_THICKNESS),
      map,
      range * share,
      (range + 1) * share,
      total,
    );
    return null;
  }

  /** What is the same as in the run's base, whose light is finished; null without a base. */
  #sameAsBase(): SameContent | null {
    const { base } = this.#run;
    if (base) this.#same ??= new SameContent(this.#scene, sceneOf(base), this.#quality.deepestLevel);
    return this.#same;
  }

  async #mesh(layer: MeshLayer, index: number): Promise<TileReport | 'same'> {
    const tile = this.#plan(layer)[index]!;
    if (this.#sameAsBase()?.isSameTile(layer, tile)) return 'same';
    const detail = coarser(detailOf(tile.level, tile.children.length === 0), this.#quality.meshCoarseness);
    const made = await this.#makeTile(layer, tile, detail);
    await this.#write(tileFile(layer, tile), made.bytes);
    return {
      bounds: boundsOf(made.mesh.positions.filled),
      bytes: made.bytes.length,
      triangles: made.mesh.indices.length / 3,
    };
  }

  #makeTile(layer: MeshLayer, tile: PlannedTile, detail: ReturnType<typeof detailOf>) {
    const { groundTexels, shadedGroundPower } = this.#quality;
    if (layer === 'cad') return cadTile(this.#scene, tile, detail);
    // The ground around the plant has little detail, so a coarse picture is enough.
    const isOutside = tile.children.length === 0 && tile.side > 32;
    if (layer === 'shaded')
      return shadedTile(this.#scene, tile, detail, isOutside ? Math.max(4, shadedGroundPower - 1) : shadedGroundPower);
    const share = isOutside || tile.side < 32 ? 0.5 : tile.side === 32 ? 0.75 : 1;
    return texturedTile(this.#scene, tile, detail, groundTexels * share);
  }

  #plan(layer: MeshLayer): PlannedTile[] {
    const known = this.#plans.get(layer);
    if (known) return known;
    const tiles = flatten(planTiles(this.#scene.plant, layer, this.#quality.deepestLevel));
    this.#plans.set(layer, tiles);
    return tiles;
  }

  async #points(square: Square, coarserSides: readonly number[]): Promise<PointsReport | 'same'> {
    if (this.#sameAsBase()?.isSameSquare(square)) return 'same';
    const points = samplePoints(this.#scene, square, this.#quality.points);
    const count = points.count;
    let rest: Uint32Array = Uint32Array.from({ length: count }, (_, i) => i);
    const coarser: { positions: Float64Array; colours: Uint8Array }[] = [];
    for (const side of coarserSides) {
      const [winners, others] = thin(points, rest, side);
      coarser.push(pick(points, winners));
      rest = others;
    }
    const totals = { tiles: 0, bytes: 0 };
    const write = async (tile: PointTile): Promise<MadeTile> => {
      const own = pick(points, tile.points);
      const uri = pointUri(tile);
      const bytes = writePnts(own.positions, own.colours);
      totals.tiles++;
      totals.bytes += bytes.length;
      await this.#write(join('points', uri), bytes);
      const children = [];
      for (const child of tile.children) children.push(await write(child));
      return {
        uri,
        bounds: boundsOf(own.positions),
        geometricError: pointError(tile.side, children.length === 0),
        children,
      };
    };
    const grown = buildTree(points, rest, square);
    const tree = grown && (await write(grown));
    const cloudFile = count > 0 && this.#run.slug === CLOUD_SLUG ? await this.#cloudFile(square, points) : null;
    return { tree, count, coarser, cloudFile, ...totals };
  }

  async #cloudFile({ west, south }: Square, points: PointBuffer): Promise<string> {
    const folder = join(this.#run.outDir, 'cloud');
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${west}_${south}.las`);
    writeCloudFile(file, points);
    return file;
  }

  async #picture({ path, camera }: SitePicture): Promise<null> {
    this.#view ??= viewScene(this.#scene);
    await this.#write(path, await drawView(this.#view, camera, this.#quality.pictureShare));
    return null;
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.#run.outDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** A tile's file, named by level and cell. */
export const tileUri = (layer: MeshLayer, tile: PlannedTile): string =>
  `tiles/${tile.level}_${cell(tile.west, tile.side)}_${cell(tile.south, tile.side)}.${layer === 'cad' ? 'b3dm' : 'glb'}`;

/** The same below the folder of the site. */
export const tileFile = (layer: MeshLayer, tile: PlannedTile): string => `${layer}/${tileUri(layer, tile)}`;

export const pointUri = ({ west, south, side }: Square): string =>
  `tiles/${side}_${cell(west, side)}_${cell(south, side)}.pnts`;

/** Cells count from 0 at 512 m west or south of the origin. */
const cell = (from: number, side: number): number => Math.round((from + 512) / side);

/**
 * Error of a point tile: with 32 times the spacing of its points, levels are refined, at the screen-space errors of the
 * point layer (50 to 200 pixels), when neighbours are one to three pixels apart.
 */
export const pointError = (side: number, isLeaf: boolean): number => (isLeaf ? 0.05 : 32 * spacingOf(side));
