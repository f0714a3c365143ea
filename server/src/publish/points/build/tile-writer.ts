import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bounds } from '../../bounds.ts';
import type { CubeCell } from './cloud-cube.ts';
import type { NodeTiles } from './node-tiles.ts';
import type { TileNode } from './divide-node.ts';

/** Tiles are in folders by the cell of this level that they are in: a folder with all of them would be slow. */
const FOLDER_LEVEL = 4;

/** A tile's file, relative to the tileset, and the box of its points in the tileset's frame, metres. */
export interface WrittenTile {
  readonly uri: string;
  readonly bounds: Bounds;
}

/** Writes nodes as tiles into `folder`, on one thread. */
export class TileWriter {
  readonly #folders = new Set<string>();

  constructor(
    private readonly tiles: NodeTiles,
    private readonly folder: string,
  ) {}

  /** Writes a node as the file `name`, without its ending. */
  write(node: TileNode, name: string): WrittenTile {
    const { glb, bounds } = this.tiles.encode(node);
    const uri = `${this.#folderOf(node)}/${name}.glb`;
    writeFileSync(path.join(this.folder, uri), glb);
    return { uri, bounds };
  }

  #folderOf({ level, cell }: CubeCell): string {
    const up = level - FOLDER_LEVEL;
    const name = up < 0 ? 'tiles/top' : `tiles/${cell.map((value) => cellAbove(value, up)).join('-')}`;
    if (!this.#folders.has(name)) mkdirSync(path.join(this.folder, name), { recursive: true });
    this.#folders.add(name);
    return name;
  }
}

const cellAbove = (value: number, levels: number): number => Math.floor(value / 2 ** levels);
