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
