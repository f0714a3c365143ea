/**
 * Implicit tiles as explicit ones. The steps of the caller, which builds the tree:
 *
 * 1. A tile with implicit tiling: `implicitRoot(tileJson)` gives the same tile with `implicitSubtree` in place of its contents.
 * 2. A tile with `implicitSubtree`: fetch `implicitSubtree.uri` (relative to the tileset, not to a subtree) with
 *    `ContentLoader.loadSubtree`, then add `expandSubtree(implicitSubtree, subtree)` as its child, if that is not null.
 *    That tile fills the same volume, and everything below it is explicit down to tiles of step 2 again.
 */
import { isAvailable } from './availability.ts';
import { type ImplicitSubtree, subtreeAt } from './implicit-root.ts';
import { fillTemplate, type ImplicitTiling, type SubdividableVolume, type TileCoordinates } from './implicit-tiling.ts';
import { mortonIndex } from './morton.ts';
import { subdivide } from './subdivide.ts';
import type { Subtree } from './subtree.ts';

/** A tile as in a tileset JSON. `children` are made when first asked for, and then kept. */
export interface ExpandedTile {
  boundingVolume: SubdividableVolume;
  /** Metres; half of the parent's. */
  geometricError: number;
  refine?: string;
  /** Relative to the tileset. */
  contents?: { uri: string }[];
  readonly children?: ExpandedTile[];
  implicitSubtree?: ImplicitSubtree;
}

/**
 * The root tile of a fetched subtree with its descendants; null when the subtree has no tiles. Its volume and error are
 * those of `at`. Throws MalformedContentError (also later, from `children`) when the availability is cut short.
 */
export function expandSubtree(at: ImplicitSubtree, subtree: Subtree): ExpandedTile | null {
  if (!isAvailable(subtree.tiles, 0)) return null;
  return expandTile(at.tiling, subtree, at, { level: 0, x: 0, y: 0, z: 0 });
}

/** `root` is where the subtree starts in the whole tree, `local` where the tile is in the subtree. */
function expandTile(
  tiling: ImplicitTiling,
  subtree: Subtree,
  root: TileCoordinates,
  local: TileCoordinates,
): ExpandedTile {
  const at = globalCoordinates(root, local);
  const bit = firstOfLevel(tiling, local.level) + mortonIndex(local.x, local.y, local.z, tiling.dimensions);
  const contents = tiling.contentUris
    .filter((_, i) => subtree.contents[i] && isAvailable(subtree.contents[i], bit))
    .map((uri) => ({ uri: fillTemplate(uri, at) }));
  let children: ExpandedTile[] | null = null;
  return {
    ...explicitTile(tiling, at),
    ...(contents.length > 0 ? { contents } : {}),
    get children() {
      return (children ??= expandChildren(tiling, subtree, root, local));
    },
  };
}

function expandChildren(
  tiling: ImplicitTiling,
  subtree: Subtree,
  root: TileCoordinates,
  parent: TileCoordinates,
): ExpandedTile[] {
  const level = parent.level + 1;
  if (root.level + level >= tiling.availableLevels) return [];
  const isBeyond = level === tiling.subtreeLevels;
  const availability = isBeyond ? subtree.childSubtrees : subtree.tiles;
  const firstBit = isBeyond ? 0 : firstOfLevel(tiling, level);
  const children: ExpandedTile[] = [];
  for (let child = 0; child < 2 ** tiling.dimensions; child++) {
    const x = 2 * parent.x + (child & 1);
    const y = 2 * parent.y + ((child >> 1) & 1);
    const z = 2 * parent.z + ((child >> 2) & 1);
    if (!isAvailable(availability, firstBit + mortonIndex(x, y, z, tiling.dimensions))) continue;
    const local = { level, x, y, z: tiling.dimensions === 3 ? z : 0 };
    children.push(
      isBeyond ? unfetched(tiling, globalCoordinates(root, local)) : expandTile(tiling, subtree, root, local),
    );
  }
  return children;
}

const unfetched = (tiling: ImplicitTiling, at: TileCoordinates): ExpandedTile => ({
  ...explicitTile(tiling, at),
  implicitSubtree: subtreeAt(tiling, at),
});

const explicitTile = (tiling: ImplicitTiling, at: TileCoordinates) => ({
  boundingVolume: subdivide(tiling, at),
  geometricError: tiling.geometricError / 2 ** at.level,
  ...(tiling.refine ? { refine: tiling.refine } : {}),
});

const globalCoordinates = (root: TileCoordinates, local: TileCoordinates): TileCoordinates => ({
  level: root.level + local.level,
  x: root.x * 2 ** local.level + local.x,
  y: root.y * 2 ** local.level + local.y,
  z: root.z * 2 ** local.level + local.z,
});

/** Tiles of a subtree above `level`: the sum of 4ⁿ or 8ⁿ. */
function firstOfLevel({ dimensions }: ImplicitTiling, level: number): number {
  const branching = 2 ** dimensions;
  return (branching ** level - 1) / (branching - 1);
}
