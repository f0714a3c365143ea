import { IDENTITY, type Mat4, toMat4 } from '@overlook/shared/maths';
import { contentPaths, type JsonNode, type BoundingVolume, readBoundingVolume } from '@overlook/shared/tiles3d';

/** A tile of a tileset's JSON with its own values checked; contents and children are not opened yet. */
export interface TileJson {
  node: JsonNode;
  volume: BoundingVolume;
  viewerRequestVolume: BoundingVolume | null;
  /** Metres, at least 0. */
  geometricError: number;
  refine: 'ADD' | 'REPLACE' | null;
  transform: Mat4;
  contents: ContentReference[];
  children: JsonNode[];
  implicitTiling: JsonNode | null;
}
export interface ContentReference {
  /** Where the uri is, for messages. */
  place: string;
  /** A template with {level}, {x}, {y}, {z} where the tile is implicit. */
  uri: string;
  volume: BoundingVolume | null;
}

/** Reads one tile object (3D Tiles 1.1 §10.5; `url` and the extensions of 1.0 too). Throws `ContentError`. */
export function readTile(node: JsonNode): TileJson {
  const implicitTiling =
    node.optional('implicitTiling') ?? node.optional('extensions')?.optional('3DTILES_implicit_tiling') ?? null;
  const request = node.optional('viewerRequestVolume');
  return {
    node,
    volume: readBoundingVolume(node.get('boundingVolume')),
    viewerRequestVolume: request ? readBoundingVolume(request) : null,
    geometricError: readGeometricError(node.get('geometricError')),
    refine: readRefine(node),
    transform: readTransform(node),
    contents: contentPaths(node.value).map((path) => readContent(node.follow(path))),
    children: node.list('children'),
    implicitTiling,
  };
}

/** A geometric error: a finite number of metres, at least 0. */
export function readGeometricError(node: JsonNode): number {
  const error = node.number();
  if (error < 0) node.fail('is negative.');
  return error;
}

function readRefine(node: JsonNode): TileJson['refine'] {
  const refine = node.optional('refine')?.string() ?? null;
  // Old tilesets write it in small letters; the viewers accept that.
  const upper = refine?.toUpperCase() ?? null;
  if (upper !== null && upper !== 'ADD' && upper !== 'REPLACE')
    node.get('refine').fail('should be "ADD" or "REPLACE".');
  return upper as TileJson['refine'];
}

function readTransform(node: JsonNode): Mat4 {
  const transform = node.optional('transform');
  if (!transform) return IDENTITY;
  const matrix = toMat4(transform.numbers(16));
  if (matrix[3] !== 0 || matrix[7] !== 0 || matrix[11] !== 0 || matrix[15] !== 1)
    transform.fail('is not affine: its last row should be 0, 0, 0, 1.');
  return matrix;
}

function readContent(content: JsonNode): ContentReference {
  const uri = content.optional('uri') ?? content.optional('url') ?? content.get('uri');
  const volume = content.optional('boundingVolume');
  return { place: uri.place, uri: uri.string(), volume: volume ? readBoundingVolume(volume) : null };
}
