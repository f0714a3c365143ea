import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bounds } from '../../bounds.ts';
import { sharedPath, sharedUri } from '../../../storage/shared-files.ts';
import type { NodeTiles } from './node-tiles.ts';
import type { TileNode } from './divide-node.ts';

/** A tile as the tileset names it, and the box of its points in the tileset's frame, metres. */
export interface WrittenTile {
  readonly uri: string;
  readonly bounds: Bounds;
}

/** Writes nodes as tiles into `folder`, on one thread. Each is named by its content, so that captures share those that are equal. */
export class TileWriter {
  readonly #folders = new Set<string>();

  constructor(
    private readonly tiles: NodeTiles,
    private readonly folder: string,
  ) {}

  write(node: TileNode): WrittenTile {
    const { glb, bounds } = this.tiles.encode(node);
    const filePath = sharedPath(glb);
    const file = path.join(this.folder, filePath);
    this.#makeFolder(path.dirname(file));
    writeFileSync(file, glb);
    return { uri: sharedUri(filePath), bounds };
  }

  #makeFolder(folder: string): void {
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }
}
