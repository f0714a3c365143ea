/** Tiles that lead to further tiles: external tilesets and the subtrees of implicit tiling. */
import type { Mat4 } from '@overlook/shared/maths';
import { readUpAxis, MalformedContentError } from '@overlook/shared/tiles3d';
import { type ImplicitSubtree, expandSubtree } from '../content/implicit/expand-subtree.ts';
import type { Subtree } from '../content/implicit/subtree.ts';
import { Tile, type TileContext, type TileJson } from './tile.ts';

interface TilesetJson {
  asset?: { version?: string; gltfUpAxis?: unknown };
  root?: TileJson;
}

/** The root tile of a tileset that came from `url`. Throws MalformedContentError when the JSON is none. */
export function readTileset(json: unknown, url: string, context: TileContext, rootMatrixEnu: Mat4): Tile {
  const tileset = json as TilesetJson;
  if (!tileset?.root?.boundingVolume) throw new MalformedContentError(url, 'has no root tile.');
  return new Tile(tileset.root, null, url, context, rootMatrixEnu, readUpAxis(tileset.asset?.gltfUpAxis));
}

/** Hangs an external tileset under the tile whose content it is. Throws MalformedContentError when the JSON is none. */
export function adoptTileset(tile: Tile, json: unknown, url: string): void {
  const tileset = json as TilesetJson;
  if (!tileset?.root?.boundingVolume) throw new MalformedContentError(url, 'has no root tile.');
  for (let up: Tile | null = tile; up; up = up.parent) {
    if (up.baseUrl === url) throw new MalformedContentError(url, 'contains itself.');
  }
  tile.adopt(tileset.root, url, readUpAxis(tileset.asset?.gltfUpAxis));
  tile.isExternal = true;
}

/** Hangs a fetched subtree of an implicit tile under it. */
export function adoptSubtree(tile: Tile, at: ImplicitSubtree, subtree: Subtree): void {
  const root = expandSubtree(at, subtree);
  if (root) tile.adopt(root as TileJson, tile.baseUrl);
  tile.isExternal = true;
}
