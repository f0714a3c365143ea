import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mat4 } from '@overlook/shared/maths';
import type { PointGrid } from '../../../pointclouds/record.ts';
import { type Bounds, EMPTY, union, volumeBox } from '../../bounds.ts';
import { type CloudCube, type CubeCell, type Triple } from './cloud-cube.ts';
import { TILE_EXTENSIONS } from './node-tiles.ts';
import type { BuiltNode } from './node-writer.ts';
import { sideMetres } from './tile-frame.ts';
import type { WrittenTile } from './tile-writer.ts';

/** After every this many levels, the tiles below are in a separate tileset … */
const LEVELS_A_TILESET = 4;
/** … where there are at least this many of them. */
const TILES_OF_A_TILESET = 32;
/**
 * The geometric error of a node in sides: 32 times its spacing. The viewer draws points of about 3 pixels and allows an error
 * of 50 to 200 pixels, so it refines where gaps between the points begin to show.
 */
const ERROR_IN_SIDES = 1 / 4;

/** A cell with the tiles of its nodes: several for a large leaf, none where all its points are below. */
interface TreeCell extends CubeCell {
  readonly tiles: WrittenTile[];
  readonly children: TreeCell[];
}

export interface PointTileset {
  readonly cube: CloudCube;
  readonly grid: PointGrid;
  readonly metresPerUnit: number;
  /** From the tileset's frame, column-major. */
  readonly toEcef: Mat4;
}

/** Writes `tileset.json` for the tiles of the nodes into `folder`, and beside it the tilesets of its subtrees. */
export async function writePointTileset(
  folder: string,
  nodes: readonly BuiltNode[],
  tileset: PointTileset,
): Promise<void> {
  const documents = new Documents(folder, tileset);
  const root = treeOf(nodes);
  const { json } = await documents.tile(root);
  await documents.write('tileset.json', root, { ...json, transform: Array.from(tileset.toEcef) });
}

interface MadeTile {
  readonly json: object;
  readonly bounds: Bounds;
  readonly tiles: number;
}

class Documents {
  constructor(
    private readonly folder: string,
    private readonly tileset: PointTileset,
  ) {}

  /** A tile with its descendants; a large subtree is written to a separate tileset, and the tile refers to it. */
  async tile(cell: TreeCell): Promise<MadeTile> {
    const made = await this.#inPlace(cell);
    const isOwn = cell.level > 0 && cell.level % LEVELS_A_TILESET === 0 && made.tiles >= TILES_OF_A_TILESET;
    if (!isOwn) return made;
    const uri = `subtree-${cell.level}-${cell.cell.join('-')}.json`;
    await this.write(uri, cell, made.json);
    const json = {
      boundingVolume: { box: volumeBox(made.bounds) },
      geometricError: this.#error(cell),
      content: { uri },
    };
    return { json, bounds: made.bounds, tiles: 1 };
  }

  async write(name: string, { level }: CubeCell, root: object): Promise<void> {
    const json = {
      asset: { version: '1.1', generator: 'Overlook' },
      extensionsUsed: TILE_EXTENSIONS,
      geometricError: this.#error({ level }),
      root: { ...root, refine: 'ADD' },
    };
    await writeFile(path.join(this.folder, name), JSON.stringify(json));
  }

  async #inPlace(cell: TreeCell): Promise<MadeTile> {
    const [first, ...more] = cell.tiles;
    const below = more.map(leafTile);
    for (const child of cell.children) below.push(await this.tile(child));
    const bounds = below.map((tile) => tile.bounds).reduce(union, first?.bounds ?? EMPTY);
    const json = {
      boundingVolume: { box: volumeBox(bounds) },
      geometricError: below.length > 0 ? this.#error(cell) : 0,
      ...(first && { content: { uri: first.uri } }),
      ...(below.length > 0 && { children: below.map((tile) => tile.json) }),
    };
    return { json, bounds, tiles: below.reduce((sum, { tiles }) => sum + tiles, 1) };
  }

  /** Metres. */
  #error({ level }: Pick<CubeCell, 'level'>): number {
    const { cube, grid, metresPerUnit } = this.tileset;
    return sideMetres(cube, grid, metresPerUnit, { level }) * ERROR_IN_SIDES;
  }
}

/** A further part of a large leaf. */
function leafTile({ bounds, uri }: WrittenTile): MadeTile {
  const json = { boundingVolume: { box: volumeBox(bounds) }, geometricError: 0, content: { uri } };
  return { json, bounds, tiles: 1 };
}

/** The tree above the nodes; its root. */
function treeOf(nodes: readonly BuiltNode[]): TreeCell {
  const cells = new Map<string, TreeCell>();
  const cellAt = (level: number, cell: Triple): TreeCell => {
    const key = `${level}-${cell.join('-')}`;
    const known = cells.get(key);
    if (known) return known;
    const made: TreeCell = { level, cell, tiles: [], children: [] };
    cells.set(key, made);
    if (level > 0) {
      const [x, y, z] = cell;
      cellAt(level - 1, [Math.floor(x / 2), Math.floor(y / 2), Math.floor(z / 2)]).children.push(made);
    }
    return made;
  };
  for (const { level, cell, tile } of nodes) if (tile) cellAt(level, cell).tiles.push(tile);
  return cellAt(0, [0, 0, 0]);
}
