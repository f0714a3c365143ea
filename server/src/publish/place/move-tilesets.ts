import path from 'node:path';
import {
  IDENTITY,
  invertAffine,
  type Mat4,
  multiply,
  placementMatrix,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import {
  type BoundingRegion,
  contentPaths,
  type JsonNode,
  JsonNode as Node,
  parseJson,
  readBoundingVolume,
  regionBox,
  valueAt,
} from '@overlook/shared/tiles3d';
import { ImportRefusedError, inFile } from '../../errors/import-refused.ts';
import { MOVED_PREFIX } from '../../storage/moved-entries.ts';
import { encodePath, resolveUri, type SourceFolder } from '../../storage/source-folder.ts';
import { readModelList, writeModelList } from '../check/model-list.ts';
import { readTile } from '../check/tile-json.ts';

/** External tilesets may name further ones this deep. */
const MAX_EXTERNAL_DEPTH = 32;
const MAX_TILE_DEPTH = 1000;

/** JSON files that show a layer moved, to be written beside those that they replace. */
export interface MovedTilesets {
  /** The `tileset.json` or `models.json` among them. */
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Copies of the JSON files of a published layer, with which it lies at `move` (ECEF to ECEF, metres) of where its files have it. The contents
 * are named by both. A region, which no transform moves, becomes a box of its tile. Throws `ImportRefusedError`, also where a region is
 * divided into implicit tiles.
 */
export async function moveTilesets(
  folder: SourceFolder,
  entry: string,
  move: Mat4,
  mark: string,
): Promise<MovedTilesets> {
  const mover = new TilesetMover(folder, mark);
  const moved = entry.endsWith('models.json') ? await mover.list(entry, move) : await mover.root(entry, move);
  return { entry: moved, files: mover.files };
}

type Members = Record<string, unknown>;

class TilesetMover {
  readonly files = new Map<string, Uint8Array>();

  constructor(
    private readonly folder: SourceFolder,
    private readonly mark: string,
  ) {}

  async list(file: string, move: Mat4): Promise<string> {
    const entries = [];
    for (const { filePath, position, orientation } of await readModelList(this.folder, file)) {
      const { heading, pitch, roll } = orientation ?? { heading: 0, pitch: 0, roll: 0 };
      const placed = position && placementMatrix([position.x, position.y, position.z], [heading, pitch, roll]);
      const moved = await this.root(filePath, placed ? multiply(move, placed) : move, placed ?? IDENTITY);
      const url = encodePath(path.posix.relative(path.posix.dirname(file), moved));
      entries.push({ url, position: null, orientation: null });
    }
    return this.write(file, writeModelList(entries));
  }

  /** `toEcef` is where the frame of the tileset lies as delivered. */
  async root(file: string, move: Mat4, toEcef: Mat4 = IDENTITY): Promise<string> {
    const json = await this.read(file);
    const root = json.get('root');
    await inFile(file, () => this.regionsOf(file, root, toEcef, 0));
    const tile = root.value as Members;
    tile['transform'] = Array.from(multiply(move, inFileTransform(root)));
    return this.write(file, Buffer.from(`${JSON.stringify(json.value)}\n`));
  }

  /** A copy of an external tileset whose regions are boxes; null where it has no region. */
  private async external(file: string, toEcef: Mat4, depth: number): Promise<string | null> {
    if (depth > MAX_EXTERNAL_DEPTH) throw new ImportRefusedError(file, 'root', 'is nested too deeply.');
    const json = await this.read(file);
    const hasRegions = await inFile(file, () => this.regionsOf(file, json.get('root'), toEcef, depth));
    return hasRegions ? this.write(file, Buffer.from(`${JSON.stringify(json.value)}\n`)) : null;
  }

  /** Replaces the regions below a tile in place. Returns whether there were some. `parentToEcef` as delivered. */
  private async regionsOf(file: string, root: JsonNode, parentToEcef: Mat4, external: number): Promise<boolean> {
    let hasRegions = false;
    const tiles: { node: JsonNode; parent: Mat4; depth: number }[] = [{ node: root, parent: parentToEcef, depth: 0 }];
    for (let tile = tiles.pop(); tile; tile = tiles.pop()) {
      const { node, parent, depth } = tile;
      if (depth > MAX_TILE_DEPTH) node.fail('is nested too deeply.');
      const { volume, transform, contents, children, implicitTiling } = readTile(node);
      const toEcef = multiply(parent, transform);
      if (implicitTiling && volume.kind === 'region')
        node.fail('is a region that is divided into implicit tiles, which cannot be moved. Deliver it with boxes.');
      hasRegions = replaceRegions(node, toEcef) || hasRegions;
      for (const { uri, place } of implicitTiling ? [] : contents) {
        if (!/\.json$/i.test(uri.replace(/[?#].*$/s, ''))) continue;
        const copy = await this.external(resolveUri(file, uri, place), toEcef, external + 1);
        if (copy === null) continue;
        hasRegions = true;
        nameAnew(node, uri, encodePath(path.posix.relative(path.posix.dirname(file), copy)));
      }
      for (const child of children) tiles.push({ node: child, parent: toEcef, depth: depth + 1 });
    }
    return hasRegions;
  }

  private read(file: string): Promise<JsonNode> {
    return inFile(file, async () => parseJson(await this.folder.read(file, '')));
  }

  /** Beside the file that it replaces, so that relative addresses in it stay right. */
  private write(file: string, bytes: Uint8Array): string {
    const { dir, base } = path.posix.parse(file);
    const count = this.files.size === 0 ? '' : `.${this.files.size}`;
    const copy = path.posix.join(dir, `${MOVED_PREFIX}${this.mark}${count}.${base}`);
    this.files.set(copy, bytes);
    return copy;
  }
}

const inFileTransform = (root: JsonNode): Mat4 => readTile(root).transform;

function replaceRegions(tile: JsonNode, toEcef: Mat4): boolean {
  const holders = [tile, ...contentPaths(tile.value).map((at) => new Node(valueAt(tile.value, at)))];
  let hasRegions = false;
  for (const holder of holders)
    for (const key of ['boundingVolume', 'viewerRequestVolume']) {
      const node = holder.isObject ? holder.optional(key) : null;
      const volume = node && readBoundingVolume(node);
      if (volume?.kind !== 'region') continue;
      (holder.value as Members)[key] = { box: boxOfTile(volume, toEcef) };
      hasRegions = true;
    }
  return hasRegions;
}

/** The box of a region in the frame of its tile: centre, then three half axes. */
function boxOfTile(region: BoundingRegion, toEcef: Mat4): number[] {
  const { center, axes } = regionBox(region);
  const fromEcef = invertAffine(toEcef);
  return [transformPoint(fromEcef, center), ...axes.map((axis) => transformDirection(fromEcef, axis))].flat();
}

function nameAnew(tile: JsonNode, uri: string, copy: string): void {
  for (const at of contentPaths(tile.value)) {
    const content = valueAt(tile.value, at) as Members;
    for (const key of ['uri', 'url']) if (content[key] === uri) content[key] = copy;
  }
}
