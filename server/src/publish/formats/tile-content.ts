import {
  MalformedContentError,
  COMPOSITE_DEPTH_LARGEST,
  contentKind,
  FEATURES_LARGEST,
  readComposite,
  readTableTile,
  type TableTile,
  type JsonNode,
  parseJson,
  type TileTable,
  binaryBody,
  readTable,
  batchLengthOf,
  TOO_MANY_FEATURES,
  requiredCount,
  quantizedPositions,
  featureValues,
  globalVector,
  type FeatureSemantic,
} from '@overlook/shared/tiles3d';
import { type Glb, parseGlb } from './glb.ts';

interface Tile {
  /** Where the tile begins in its file: not 0 inside a composite. */
  baseOffset: number;
  /** As its header says. */
  byteLength: number;
}
interface TileWithTables extends Tile {
  featureTable: TileTable;
  batchTable: TileTable;
}
export interface B3dm extends TileWithTables {
  kind: 'b3dm';
  batchLength: number;
  /** Its header is one of the two that preceded 3D Tiles 1.0. */
  isLegacy: boolean;
  glb: Glb;
  /** From the start of the tile. */
  glbOffset: number;
}
export interface I3dm extends TileWithTables {
  kind: 'i3dm';
  instances: number;
  /** The model inside, or the uri of one beside the tile. */
  model: { glb: Glb; glbOffset: number } | { uri: string };
}
export interface Pnts extends TileWithTables {
  kind: 'pnts';
  points: number;
  /** Null when the points carry no batch ids. */
  batchLength: number | null;
}
export interface Cmpt extends Tile {
  kind: 'cmpt';
  tiles: Exclude<TileContent, JsonContent>[];
}
interface GlbContent extends Tile {
  kind: 'glb';
  glb: Glb;
}
/** A glTF has `asset` as a tileset does, but no `root`. */
type JsonContent = { kind: 'gltf'; json: JsonNode } | { kind: 'tileset'; json: JsonNode };
/** The parts of a tile's content of any kind, with every length checked; bodies are views of the given bytes. */
export type TileContent = B3dm | I3dm | Pnts | Cmpt | GlbContent | JsonContent;

/**
 * Reads the header of a content, by its first bytes and not by its name (3D Tiles 1.0 §9, 1.1 §7 and annex A).
 * `baseOffset` is where it begins in its file. Throws `ContentError`.
 */
export function parseTileContent(bytes: Uint8Array, baseOffset = 0, depth = 0): TileContent {
  const kind = contentKind(bytes, baseOffset);
  switch (kind) {
    case 'json':
      return parseJsonContent(bytes);
    case 'glTF': {
      const glb = parseGlb(bytes, baseOffset);
      return { kind: 'glb', baseOffset, byteLength: glb.byteLength, glb };
    }
    case 'cmpt':
      return parseCmpt(bytes, baseOffset, depth);
    default: {
      const { featureTable, batchTable, ...parts } = readTableTile(bytes, kind, baseOffset);
      const tile: Parts = {
        ...parts,
        featureTable: readTable(featureTable, 'feature table', `byte ${baseOffset + featureTable.jsonOffset}`),
        batchTable: readTable(batchTable, 'batch table', `byte ${baseOffset + batchTable.jsonOffset}`),
      };
      return kind === 'b3dm'
        ? b3dmOf(tile, baseOffset)
        : kind === 'i3dm'
          ? i3dmOf(tile, baseOffset)
          : pntsOf(tile, baseOffset);
    }
  }
}

/** A tile with tables, whose tables are parsed. */
type Parts = Omit<TableTile, 'featureTable' | 'batchTable'> & { featureTable: TileTable; batchTable: TileTable };

function parseJsonContent(bytes: Uint8Array): JsonContent {
  const json = parseJson(bytes);
  if (!json.isObject) json.fail('should be an object.');
  return { kind: json.optional('root') ? 'tileset' : 'gltf', json };
}

function b3dmOf(
  { byteLength, featureTable, batchTable, body, bodyOffset, ...header }: Parts,
  baseOffset: number,
): B3dm {
  const batchLength = header.batchLength ?? batchLengthOf(featureTable) ?? 0;
  if (batchLength > FEATURES_LARGEST)
    throw new MalformedContentError(
      `byte ${baseOffset + 12}`,
      `says it has ${batchLength} features; ${TOO_MANY_FEATURES}`,
    );
  return {
    kind: 'b3dm',
    baseOffset,
    byteLength,
    featureTable,
    batchTable,
    batchLength,
    isLegacy: header.batchLength !== null,
    glb: parseGlb(body, baseOffset + bodyOffset),
    glbOffset: bodyOffset,
  };
}

function i3dmOf(tile: Parts, baseOffset: number): I3dm {
  const { byteLength, featureTable, batchTable, body, bodyOffset } = tile;
  const instances = requiredCount(featureTable, 'INSTANCES_LENGTH');
  checkPositions(featureTable, instances);
  checkFeatures(featureTable, instances, [
    ['NORMAL_UP', 'NORMAL_UP_OCT32P'],
    ['NORMAL_RIGHT', 'NORMAL_RIGHT_OCT32P'],
    ['SCALE'],
    ['SCALE_NON_UNIFORM'],
    ['BATCH_ID'],
  ]);
  const model =
    tile.gltfFormat === 1
      ? { glb: parseGlb(body, baseOffset + bodyOffset), glbOffset: bodyOffset }
      : // The uri may be padded to the tile's length with spaces or zeros.
        { uri: new TextDecoder().decode(body).replace(/[\s\0]+$/, '') };
  return { kind: 'i3dm', baseOffset, byteLength, featureTable, batchTable, instances, model };
}

function pntsOf({ byteLength, featureTable, batchTable }: Parts, baseOffset: number): Pnts {
  const points = requiredCount(featureTable, 'POINTS_LENGTH');
  const draco = featureTable.json.optional('extensions')?.optional('3DTILES_draco_point_compression');
  if (draco) binaryBody(featureTable, draco, draco.get('byteLength').integer(1));
  else {
    checkPositions(featureTable, points);
    checkFeatures(featureTable, points, [['RGBA', 'RGB', 'RGB565'], ['NORMAL', 'NORMAL_OCT16P'], ['BATCH_ID']]);
  }
  const batchLength = batchLengthOf(featureTable);
  return { kind: 'pnts', baseOffset, byteLength, featureTable, batchTable, points, batchLength };
}

function checkPositions(table: TileTable, count: number): void {
  globalVector(table, 'RTC_CENTER', 3);
  if (table.json.optional('POSITION')) checkFeatures(table, count, [['POSITION']]);
  else quantizedPositions(table, count);
}

/** Refuses values that do not lie in the table: of each list, the first present semantic is shown. */
function checkFeatures(table: TileTable, count: number, lists: readonly (readonly FeatureSemantic[])[]): void {
  for (const semantics of lists) {
    const semantic = semantics.find((name) => table.json.optional(name));
    if (semantic) featureValues(table, semantic, count);
  }
}

function parseCmpt(bytes: Uint8Array, baseOffset: number, depth: number): Cmpt {
  if (depth >= COMPOSITE_DEPTH_LARGEST)
    throw new MalformedContentError(
      `byte ${baseOffset}`,
      `is a composite nested more than ${COMPOSITE_DEPTH_LARGEST} deep.`,
    );
  const { byteLength, tiles } = readComposite(bytes, baseOffset);
  return {
    kind: 'cmpt',
    baseOffset,
    byteLength,
    tiles: tiles.map(
      (inner) => parseTileContent(inner.bytes, baseOffset + inner.offset, depth + 1) as Cmpt['tiles'][number],
    ),
  };
}
