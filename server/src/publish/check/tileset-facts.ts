/** Counts of a tileset as drawn: a content of two tiles counts twice. */
export interface TilesetFacts {
  /** Implicit tiles, and the tiles of external tilesets, included. */
  tiles: number;
  externalTilesets: number;
  subtrees: number;
  /** Renderable contents by kind; external tilesets are no contents. */
  contents: Record<ContentKind, number>;
  /** Tiles inside composites, by kind. */
  innerContents: Record<ContentKind, number>;
  triangles: number;
  points: number;
  /** Batched features: rows that the batch tables and feature id sets distinguish. */
  features: number;
  instances: number;
  textures: number;
}

const CONTENT_KINDS = ['b3dm', 'i3dm', 'pnts', 'cmpt', 'glb', 'gltf'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

const noContents = (): Record<ContentKind, number> => ({ b3dm: 0, i3dm: 0, pnts: 0, cmpt: 0, glb: 0, gltf: 0 });

export const emptyFacts = (): TilesetFacts => ({
  tiles: 0,
  externalTilesets: 0,
  subtrees: 0,
  contents: noContents(),
  innerContents: noContents(),
  triangles: 0,
  points: 0,
  features: 0,
  instances: 0,
  textures: 0,
});

/** Adds `more` to `to`. */
export function addFacts(to: TilesetFacts, more: TilesetFacts): void {
  for (const key of [
    'tiles',
    'externalTilesets',
    'subtrees',
    'triangles',
    'points',
    'features',
    'instances',
    'textures',
  ] as const)
    to[key] += more[key];
  for (const kind of CONTENT_KINDS) {
    to.contents[kind] += more.contents[kind];
    to.innerContents[kind] += more.innerContents[kind];
  }
}

/** Renderable contents of all kinds. */
export const contentCount = ({ contents }: TilesetFacts): number =>
  CONTENT_KINDS.reduce((sum, kind) => sum + contents[kind], 0);
