import { COMPOSITE_DEPTH_LARGEST, FEATURES_LARGEST, readB3dmHeader } from '@overlook/shared/tiles3d';
import { BadContent } from './bad-content.ts';
import { type Glb, parseGlb } from './glb.ts';
import { type JsonNode, parseJson } from './json-node.ts';
import { type TileTable, binaryBody, globalCount, readTable } from './tile-tables.ts';

interface Tile {
  /** Where the tile begins in its file: not 0 inside a composite. */
  baseOffset: number;
  /** As its header says. */
  byteLength: number;
}
interface TableTile extends Tile {
  featureTable: TileTable;
  batchTable: TileTable;
}
export interface B3dm extends TableTile {
  kind: 'b3dm';
  batchLength: number;
  /** Its header is one of the two that preceded 3D Tiles 1.0. */
  isLegacy: boolean;
  glb: Glb;
  /** From the start of the tile. */
  glbOffset: number;
}
export interface I3dm extends TableTile {
  kind: 'i3dm';
  instances: number;
  /** The model inside, or the uri of one beside the tile. */
  model: { glb: Glb; glbOffset: number } | { uri: string };
}
export interface Pnts extends TableTile {
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
/** Whatever a tile's content may be, taken apart with every length checked; bodies are views of the bytes given. */
export type TileContent = B3dm | I3dm | Pnts | Cmpt | GlbContent | JsonContent;

/**
 * Reads the header of a content, by its magic bytes and not by its name (3D Tiles 1.0 §9, 1.1 §7 and annex A).
 * Throws `BadContent`.
 */
export function parseTileContent(bytes: Uint8Array, baseOffset = 0, depth = 0): TileContent {
  const at = `byte ${baseOffset}`;
  if (bytes.byteLength === 0) throw new BadContent(at, 'is empty.');
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic === 'glTF') {
    const glb = parseGlb(bytes, baseOffset);
    return { kind: 'glb', baseOffset, byteLength: glb.byteLength, glb };
  }
  if (magic === 'b3dm' || magic === 'i3dm' || magic === 'pnts' || magic === 'cmpt') {
    const tile = bytes.subarray(
      0,
      checkedLength(bytes, baseOffset, magic === 'cmpt' ? 16 : magic === 'i3dm' ? 32 : 28),
    );
    if (magic === 'b3dm') return parseB3dm(tile, baseOffset);
    if (magic === 'i3dm') return parseI3dm(tile, baseOffset);
    if (magic === 'pnts') return parsePnts(tile, baseOffset);
    return parseCmpt(tile, baseOffset, depth);
  }
  if (beginsWithBrace(bytes)) return parseJsonContent(bytes);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new BadContent(at, 'is packed with gzip; unpack it first.');
  throw new BadContent(at, 'is not a tile: it begins with none of b3dm, i3dm, pnts, cmpt, glTF or a JSON object.');
}

/** After white space and a byte order mark. */
function beginsWithBrace(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte));
  return first === 0x7b;
}

function parseJsonContent(bytes: Uint8Array): JsonContent {
  const json = parseJson(bytes);
  if (!json.isObject) json.fail('should be an object.');
  return { kind: json.optional('root') ? 'tileset' : 'gltf', json };
}

function checkedLength(bytes: Uint8Array, baseOffset: number, headerBytes: number): number {
  if (bytes.byteLength < headerBytes)
    throw new BadContent(`byte ${baseOffset}`, `is cut off: ${bytes.byteLength} bytes are too few for its header.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version !== 1) throw new BadContent(`byte ${baseOffset + 4}`, `has version ${version}; only version 1 is known.`);
  const byteLength = view.getUint32(8, true);
  if (byteLength > bytes.byteLength)
    throw new BadContent(
      `byte ${baseOffset + 8}`,
      `is cut off: its header says ${byteLength} bytes, there are ${bytes.byteLength}.`,
    );
  if (byteLength < headerBytes) throw new BadContent(`byte ${baseOffset + 8}`, `says it has only ${byteLength} bytes.`);
  return byteLength;
}

type TableLengths = [featureJson: number, featureBinary: number, batchJson: number, batchBinary: number];

function tableLengths(tile: Uint8Array): TableLengths {
  const view = new DataView(tile.buffer, tile.byteOffset, tile.byteLength);
  return [12, 16, 20, 24].map((offset) => view.getUint32(offset, true)) as TableLengths;
}

function readTables(
  tile: Uint8Array,
  baseOffset: number,
  headerBytes: number,
  [featureJson, featureBinary, batchJson, batchBinary]: TableLengths = tableLengths(tile),
) {
  const featureTable = readTable(tile, headerBytes, featureJson, featureBinary, 'feature table', baseOffset);
  const batchOffset = headerBytes + featureJson + featureBinary;
  const batchTable = readTable(tile, batchOffset, batchJson, batchBinary, 'batch table', baseOffset);
  return { featureTable, batchTable, end: batchOffset + batchJson + batchBinary };
}

function parseB3dm(tile: Uint8Array, baseOffset: number): B3dm {
  const header = readB3dmHeader(tile);
  const { featureTable, batchTable, end } = readTables(tile, baseOffset, header.headerBytes, [
    header.featureJsonBytes,
    header.featureBinaryBytes,
    header.batchJsonBytes,
    header.batchBinaryBytes,
  ]);
  const glb = parseGlb(tile.subarray(end), baseOffset + end);
  const isLegacy = header.batchLength !== null;
  const batchLength = header.batchLength ?? readBatchLength(featureTable) ?? 0;
  if (batchLength > FEATURES_LARGEST)
    throw new BadContent(`byte ${baseOffset + 12}`, `says it has ${batchLength} features; ${TOO_MANY_FEATURES}`);
  return {
    kind: 'b3dm',
    baseOffset,
    byteLength: tile.byteLength,
    featureTable,
    batchTable,
    batchLength,
    isLegacy,
    glb,
    glbOffset: end,
  };
}

const TOO_MANY_FEATURES = `at most ${FEATURES_LARGEST} can be shown.`;

function readBatchLength(featureTable: TileTable): number | null {
  const batchLength = globalCount(featureTable, 'BATCH_LENGTH');
  if (batchLength !== null && batchLength > FEATURES_LARGEST)
    featureTable.json.get('BATCH_LENGTH').fail(`is ${batchLength}; ${TOO_MANY_FEATURES}`);
  return batchLength;
}

function parseI3dm(tile: Uint8Array, baseOffset: number): I3dm {
  const { featureTable, batchTable, end } = readTables(tile, baseOffset, 32);
  const instances =
    globalCount(featureTable, 'INSTANCES_LENGTH') ?? featureTable.json.get('INSTANCES_LENGTH').fail('is missing.');
  checkPositions(featureTable, instances);
  const format = new DataView(tile.buffer, tile.byteOffset).getUint32(28, true);
  if (format > 1) throw new BadContent(`byte ${baseOffset + 28}`, `has glTF format ${format}; it should be 0 or 1.`);
  const body = tile.subarray(end);
  const model =
    format === 1
      ? { glb: parseGlb(body, baseOffset + end), glbOffset: end }
      : // The uri may be padded to the tile's length with spaces or zeros.
        { uri: new TextDecoder().decode(body).replace(/[\s\0]+$/, '') };
  return { kind: 'i3dm', baseOffset, byteLength: tile.byteLength, featureTable, batchTable, instances, model };
}

function parsePnts(tile: Uint8Array, baseOffset: number): Pnts {
  const { featureTable, batchTable } = readTables(tile, baseOffset, 28);
  const points =
    globalCount(featureTable, 'POINTS_LENGTH') ?? featureTable.json.get('POINTS_LENGTH').fail('is missing.');
  const draco = featureTable.json.optional('extensions')?.optional('3DTILES_draco_point_compression');
  if (draco) binaryBody(featureTable, draco, draco.get('byteLength').integer(1));
  else checkPositions(featureTable, points);
  const batchLength = readBatchLength(featureTable);
  return { kind: 'pnts', baseOffset, byteLength: tile.byteLength, featureTable, batchTable, points, batchLength };
}

function checkPositions(table: TileTable, count: number): void {
  const exact = table.json.optional('POSITION');
  const quantized = table.json.optional('POSITION_QUANTIZED');
  if (exact) binaryBody(table, exact, 12 * count);
  else if (quantized) {
    binaryBody(table, quantized, 6 * count);
    for (const name of ['QUANTIZED_VOLUME_OFFSET', 'QUANTIZED_VOLUME_SCALE'])
      if (!table.json.optional(name)) table.json.get(name).fail('is missing.');
  } else table.json.get('POSITION').fail('is missing, and so is POSITION_QUANTIZED.');
}

function parseCmpt(tile: Uint8Array, baseOffset: number, depth: number): Cmpt {
  if (depth >= COMPOSITE_DEPTH_LARGEST)
    throw new BadContent(`byte ${baseOffset}`, `is a composite nested more than ${COMPOSITE_DEPTH_LARGEST} deep.`);
  const count = new DataView(tile.buffer, tile.byteOffset).getUint32(12, true);
  const tiles: Cmpt['tiles'] = [];
  let offset = 16;
  for (let i = 0; i < count; i++) {
    if (offset + 12 > tile.byteLength)
      throw new BadContent(`byte ${baseOffset + offset}`, `is cut off: tile ${i + 1} of ${count} is missing.`);
    const inner = parseTileContent(tile.subarray(offset), baseOffset + offset, depth + 1);
    if ('json' in inner) throw new BadContent(`byte ${baseOffset + offset}`, 'is JSON, which a composite cannot hold.');
    tiles.push(inner);
    offset += inner.byteLength;
  }
  return { kind: 'cmpt', baseOffset, byteLength: tile.byteLength, tiles };
}
