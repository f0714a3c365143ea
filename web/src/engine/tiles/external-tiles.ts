/** Tiles that refer to further tiles: external tilesets and subtrees of implicit tiling. */
import type { Mat4 } from '@overlook/shared/maths';
import { readUpAxis, MalformedContentError } from '@overlook/shared/tiles3d';
import { type ImplicitSubtree, expandSubtree } from '../content/implicit/expand-subtree.ts';
import type { Subtree } from '../content/implicit/subtree.ts';
import { Tile, type TileContext, type TileJson } from './tile.ts';

interface TilesetJson {
  asset?: { version?: string; gltfUpAxis?: unknown };
  root?: TileJson;
}

/** Returns the root tile of a tileset from `url`. Throws MalformedContentError if the JSON is not a tileset. */
export function readTileset(json: unknown, url: string, context: TileContext, rootMatrixEnu: Mat4): Tile {
  const tileset = json as TilesetJson;
  if (!tileset?.root?.boundingVolume) throw new MalformedContentError(url, 'has no root tile.');
  return new Tile(tileset.root, null, url, context, rootMatrixEnu, readUpAxis(tileset.asset?.gltfUpAxis));
}

/** Adds an external tileset below the tile that refers to it. Throws MalformedContentError if the JSON is not a tileset. */
export function adoptTileset(tile: Tile, json: unknown, url: string): void {
  const tileset = json as TilesetJson;
  if (!tileset?.root?.boundingVolume) throw new MalformedContentError(url, 'has no root tile.');
  for (let up: Tile | null = tile; up; up = up.parent) {
    if (up.baseUrl === url) throw new MalformedContentError(url, 'contains itself.');
  }
  tile.adopt(tileset.root, url, readUpAxis(tileset.asset?.gltfUpAxis));
  tile.isExternal = true;
}

/** Adds a fetched subtree below its implicit tile. */
export function adoptSubtree(tile: Tile, at: ImplicitSubtree, subtree: Subtree): void {
  const root = expandSubtree(at, subtree);
  if (root) tile.adopt(root as TileJson, tile.baseUrl);
  tile.isExternal = true;
}
