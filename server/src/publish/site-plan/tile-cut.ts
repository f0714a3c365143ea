import { type Mat4, maximumScale, multiply, placementMatrix } from '@overlook/shared/maths';
import { type UpAxis, readUpAxis, parseJson } from '@overlook/shared/tiles3d';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { type ImplicitContent, walkImplicit } from '../check/implicit-walk.ts';
import { readModelList } from '../check/model-list.ts';
import { type SourceFolder, resolveUri } from '../../storage/source-folder.ts';
import { type ContentReference, type TileJson, readTile } from '../check/tile-json.ts';
import type { CutContent } from '../contents/content-models.ts';
import { pickLevel } from './implicit-level.ts';
import type { CutLimits } from './implicit-level.ts';

/** The finest tiles, limited only by the number of opened tiles. */
export const FINEST: CutLimits = { fineEnough: -1, mostTiles: Infinity, mostOpened: 1_000_000 };

const MOST_OPENED = 100_000;

/** A tile that its children may still replace. */
interface OpenTile {
  tile: TileJson;
  /** Of the tileset that the tile is in. */
  filePath: string;
  toEcef: Mat4;
  upAxis: UpAxis;
  refine: 'ADD' | 'REPLACE';
  /** Geometric error on the earth, metres. */
  error: number;
}

/**
 * The contents that show a published tileset, or a `models.json` list of them, at a level of detail: the coarsest tiles
 * are replaced first, until all are fine enough or there are enough of them. Throws `ContentError` and `ImportRefusedError`.
 */
export async function cutTileset(folder: SourceFolder, entry: string, limits: CutLimits): Promise<CutContent[]> {
  const cut = new TilesetCut(folder, limits);
  const isList = entry.endsWith('models.json');
  if (!isList) await cut.openTileset(entry, null);
  else
    for (const { filePath, position, orientation } of await readModelList(folder, entry)) {
      const { heading, pitch, roll } = orientation ?? { heading: 0, pitch: 0, roll: 0 };
      const placed = position && placementMatrix([position.x, position.y, position.z], [heading, pitch, roll]);
      await cut.openTileset(filePath, placed);
    }
  return cut.contents();
}

class TilesetCut {
  /** By rising error. */
  private readonly open: OpenTile[] = [];
  private readonly chosen: CutContent[] = [];
  private opened = 0;

  constructor(
    private readonly folder: SourceFolder,
    private readonly limits: CutLimits,
  ) {}

  async openTileset(filePath: string, above: Mat4 | null, refine: OpenTile['refine'] = 'REPLACE'): Promise<void> {
    const json = parseJson(await this.folder.read(filePath, ''));
    const upAxis = readUpAxis(json.get('asset').optional('gltfUpAxis')?.value);
    this.add(readTile(json.get('root')), { filePath, toEcef: above, upAxis, refine });
  }

  async contents(): Promise<CutContent[]> {
    for (let next = this.open.pop(); next; next = this.open.pop()) await this.settle(next);
    return this.chosen;
  }

  private add(
    tile: TileJson,
    { filePath, toEcef, upAxis, refine }: Pick<OpenTile, 'filePath' | 'upAxis' | 'refine'> & { toEcef: Mat4 | null },
  ): void {
    const { mostOpened = MOST_OPENED } = this.limits;
    if (++this.opened > mostOpened)
      throw new MalformedContentError(tile.node.place, `is one of more than ${mostOpened} tiles.`);
    const matrix = toEcef ? multiply(toEcef, tile.transform) : tile.transform;
    const error = tile.geometricError * maximumScale(matrix);
    const entry = { tile, filePath, toEcef: matrix, upAxis, refine: tile.refine ?? refine, error };
    let [low, high] = [0, this.open.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.open[middle]!.error <= error) low = middle + 1;
      else high = middle;
    }
    this.open.splice(low, 0, entry);
  }

  /** Chooses a tile's contents, or puts its children in their place. */
  private async settle(open: OpenTile): Promise<void> {
    const { tile, error, refine } = open;
    if (tile.implicitTiling) return this.settleImplicit(open);
    const count = this.open.length + this.chosen.length;
    const isRefined =
      tile.children.length > 0 &&
      error > this.limits.fineEnough &&
      count + tile.children.length <= this.limits.mostTiles;
    if (!isRefined || refine === 'ADD') for (const content of tile.contents) await this.choose(content, open);
    if (isRefined) for (const child of tile.children) this.add(readTile(child), open);
  }

  private async settleImplicit(open: OpenTile): Promise<void> {
    const facts = { tiles: 0, subtrees: 0 };
    const contents: ImplicitContent[] = [];
    for await (const content of walkImplicit(open.tile, { folder: this.folder, filePath: open.filePath, facts }))
      contents.push(content);
    const picked = pickLevel(contents, { ...this.limits, rootError: open.error, refine: open.refine });
    for (const content of picked) await this.choose(content, open);
  }

  /** An external tileset takes the place of the tile that names it. */
  private async choose(
    { uri, place }: ContentReference,
    { filePath, toEcef, upAxis, refine }: OpenTile,
  ): Promise<void> {
    const contentPath = resolveUri(filePath, uri, place);
    if (/\.json$/i.test(contentPath)) await this.openTileset(contentPath, toEcef, refine);
    else this.chosen.push({ filePath: contentPath, toEcef, upAxis });
  }
}
