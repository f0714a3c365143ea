/** Tiles that refer to further tiles: external tilesets and subtrees of implicit tiling. */
import type { Mat4 } from '@overlook/shared/maths';
import { readUpAxis, MalformedContentError } from '@overlook/shared/tiles3d';
import type { ContentLoader } from '../content/content-loader.ts';
import type { ImplicitSubtree } from '../content/implicit/implicit-root.ts';
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

/** Loads a subtree, and adds it below its implicit tile unless that is aborted. Rejects as {@link ContentLoader.loadSubtree}. */
export async function loadSubtree(
  tile: Tile,
  at: ImplicitSubtree,
  contents: Pick<ContentLoader, 'loadSubtree'>,
  signal: AbortSignal,
): Promise<void> {
  const [subtree, { expandSubtree }] = await Promise.all([
    contents.loadSubtree(new URL(at.uri, tile.baseUrl).href, signal),
    import('../content/implicit/expand-subtree.ts'),
  ]);
  if (signal.aborted) return;
  const root = expandSubtree(at, subtree);
  if (root) tile.adopt(root as TileJson, tile.baseUrl);
  tile.isExternal = true;
  tile.state = 'none';
}
