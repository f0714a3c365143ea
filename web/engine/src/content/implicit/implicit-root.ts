import type { ForeignJson } from '@overlook/shared/tiles3d';
import { fillTemplate, type ImplicitTiling, readImplicitTiling, type TileCoordinates } from './implicit-tiling.ts';

/** A subtree that has not been fetched yet: where its root lies, and its uri, relative to the tileset. */
export interface ImplicitSubtree extends TileCoordinates {
  uri: string;
  tiling: ImplicitTiling;
}

export const subtreeAt = (tiling: ImplicitTiling, at: TileCoordinates): ImplicitSubtree => ({
  ...at,
  uri: fillTemplate(tiling.subtreeUri, at),
  tiling,
});

/**
 * The tile itself, without its content templates and with `implicitSubtree` for its root subtree; other fields (transform,
 * refine, viewerRequestVolume …) stay. Null when it is no implicit tile. Errors as {@link readImplicitTiling}.
 */
export function implicitRoot<T extends object>(
  tile: T,
  inheritedRefine?: string | null,
): (Omit<T, 'content' | 'contents' | 'implicitTiling'> & { implicitSubtree: ImplicitSubtree }) | null {
  const tiling = readImplicitTiling(tile, inheritedRefine);
  if (!tiling) return null;
  const { content: _, contents: __, implicitTiling: ___, ...rest } = tile as ForeignJson;
  const root = { ...rest, implicitSubtree: subtreeAt(tiling, { level: 0, x: 0, y: 0, z: 0 }) };
  // The compiler cannot express the rest of a type parameter.
  return root as unknown as ReturnType<typeof implicitRoot<T>>;
}
