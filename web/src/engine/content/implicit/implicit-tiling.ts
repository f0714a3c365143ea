import {
  valueAt,
  contentPaths,
  IMPLICIT_LEVELS_LARGEST,
  MalformedContentError,
  UnsupportedContentError,
  type ForeignJson,
} from '@overlook/shared/tiles3d';

/** A bounding volume that can be subdivided: numbers as in a tileset JSON. */
export interface SubdividableVolume {
  /** Centre and three half axes, metres. */
  box?: number[];
  /** West, south, east, north in radians, minimum and maximum height in metres. */
  region?: number[];
}

/** The description that an implicit root tile gives of all its descendants. */
export interface ImplicitTiling {
  dimensions: 2 | 3;
  subtreeLevels: number;
  availableLevels: number;
  /** With {level}, {x}, {y}, {z}; relative to the tileset. */
  subtreeUri: string;
  contentUris: string[];
  boundingVolume: SubdividableVolume;
  geometricError: number;
  refine: string | null;
}

export interface TileCoordinates {
  level: number;
  x: number;
  y: number;
  /** 0 in a quadtree. */
  z: number;
}

const MAX_SUBTREE_LEVELS = 15;

/**
 * Reads `implicitTiling` of a tile (3D Tiles 1.1, or the extension 3DTILES_implicit_tiling); null when the tile has none.
 * `inheritedRefine` is the refinement of its parent. Throws MalformedContentError, or UnsupportedContentError for volumes that
 * cannot be subdivided here (S2 cells).
 */
export function readImplicitTiling(tile: ForeignJson, inheritedRefine: string | null = null): ImplicitTiling | null {
  const json: ForeignJson | undefined = tile['implicitTiling'] ?? tile['extensions']?.['3DTILES_implicit_tiling'];
  if (!json) return null;
  const volume: SubdividableVolume = tile['boundingVolume'] ?? {};
  if (volume.box?.length !== 12 && volume.region?.length !== 6) {
    throw new UnsupportedContentError(
      'implicitTiling',
      'needs a bounding box or region; other volumes are not supported.',
    );
  }
  const scheme: unknown = json['subdivisionScheme'];
  const subtreeLevels: unknown = json['subtreeLevels'];
  const availableLevels: unknown = json['availableLevels'] ?? json['maximumLevel'] + 1;
  const subtreeUri: unknown = json['subtrees']?.uri;
  const isSane =
    (scheme === 'QUADTREE' || scheme === 'OCTREE') &&
    isBetween(subtreeLevels, 1, MAX_SUBTREE_LEVELS) &&
    isBetween(availableLevels, 1, IMPLICIT_LEVELS_LARGEST) &&
    typeof subtreeUri === 'string';
  if (!isSane) throw new MalformedContentError('implicitTiling', `${JSON.stringify(json)} is not valid.`);
  return {
    dimensions: scheme === 'OCTREE' ? 3 : 2,
    subtreeLevels,
    availableLevels,
    subtreeUri,
    contentUris: contentTemplates(tile),
    boundingVolume: volume,
    geometricError: Number(tile['geometricError']),
    refine: tile['refine'] ?? inheritedRefine,
  };
}

const isBetween = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

function contentTemplates(tile: ForeignJson): string[] {
  return contentPaths(tile).map((path) => {
    const content = valueAt(tile, path) as ForeignJson | null;
    return String(content?.['uri'] ?? content?.['url']);
  });
}

/** Puts coordinates into a template uri. */
export const fillTemplate = (template: string, at: TileCoordinates): string =>
  template.replace(/\{(level|x|y|z)\}/g, (_, name: keyof TileCoordinates) => String(at[name]));

/**
 * Bounding volume of a tile, from the root's directly rather than from its parent's, so that no error accumulates over
 * the levels. A quadtree halves x and y (longitude and latitude), an octree z (height) as well.
 */
export function subdivide({ boundingVolume, dimensions }: ImplicitTiling, at: TileCoordinates): SubdividableVolume {
  const { box, region } = boundingVolume;
  const tilesAcross = 2 ** at.level;
  const cells = [at.x, at.y, at.z];
  const isSplit = (axis: number) => axis < dimensions;
  if (box) {
    const child = [...box];
    for (let axis = 0; axis < 3; axis++) {
      if (!isSplit(axis)) continue;
      const shift = (2 * cells[axis]! + 1) / tilesAcross - 1;
      for (let c = 0; c < 3; c++) {
        child[c]! += shift * box[3 + axis * 3 + c]!;
        child[3 + axis * 3 + c]! /= tilesAcross;
      }
    }
    return { box: child };
  }
  const [west, south, east, north, low, high] = region as [number, number, number, number, number, number];
  const range = (from: number, to: number, axis: number): [number, number] => {
    const step = (to - from) / (isSplit(axis) ? tilesAcross : 1);
    const cell = isSplit(axis) ? cells[axis]! : 0;
    return [from + cell * step, from + (cell + 1) * step];
  };
  // East of the antimeridian longitudes start again.
  const [childWest, childEast] = range(west, east < west ? east + 2 * Math.PI : east, 0).map(wrapLongitude) as [
    number,
    number,
  ];
  const [childSouth, childNorth] = range(south, north, 1);
  const [childLow, childHigh] = range(low, high, 2);
  return { region: [childWest, childSouth, childEast, childNorth, childLow, childHigh] };
}

const wrapLongitude = (rad: number): number => (rad > Math.PI ? rad - 2 * Math.PI : rad);
