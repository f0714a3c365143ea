import { MalformedContentError, UnsupportedContentError } from './content-errors.ts';
import { readB3dmHeader } from './b3dm-header.ts';
import { contentKind } from './content-kind.ts';

/** A feature or batch table as it lies in its tile: two views, and where they begin from the start of the tile. */
export interface TableBytes {
  readonly json: Uint8Array;
  readonly jsonOffset: number;
  readonly binary: Uint8Array;
  readonly binaryOffset: number;
}

/** The parts of a b3dm, i3dm or pnts (3D Tiles 1.0 §9, 1.1 annex A). */
export interface TableTile {
  readonly byteLength: number;
  readonly featureTable: TableBytes;
  readonly batchTable: TableBytes;
  /** The bytes after the tables: the glTF, or the uri of one. */
  readonly body: Uint8Array;
  readonly bodyOffset: number;
  /** Given by the header of a b3dm from before 3D Tiles 1.0; null where the feature table has it. */
  readonly batchLength: number | null;
  /** For an i3dm: 0 where the body is a uri, 1 where it is a GLB. Null for other kinds. */
  readonly gltfFormat: 0 | 1 | null;
}

const HEADER_BYTES = { b3dm: 28, i3dm: 32, pnts: 28, cmpt: 16 } as const;

/**
 * Splits a b3dm, i3dm or pnts into its parts and checks every length. `baseOffset` is where it begins in its file.
 * Throws `ContentError`.
 */
export function readTableTile(bytes: Uint8Array, kind: 'b3dm' | 'i3dm' | 'pnts', baseOffset = 0): TableTile {
  const tile = wholeTile(bytes, kind, baseOffset);
  const header = readB3dmHeader(tile);
  const isLegacy = kind === 'b3dm' && header.batchLength !== null;
  const view = new DataView(tile.buffer, tile.byteOffset, tile.byteLength);
  const word = (at: number) => view.getUint32(at, true);
  const [featureJson, featureBinary, batchJson, batchBinary] =
    kind === 'b3dm'
      ? [header.featureJsonBytes, header.featureBinaryBytes, header.batchJsonBytes, header.batchBinaryBytes]
      : [word(12), word(16), word(20), word(24)];
  const start = isLegacy ? header.headerBytes : HEADER_BYTES[kind];
  const featureTable = tableAt(tile, start, featureJson, featureBinary, 'feature table', baseOffset);
  const batchOffset = featureTable.binaryOffset + featureBinary;
  const batchTable = tableAt(tile, batchOffset, batchJson, batchBinary, 'batch table', baseOffset);
  const bodyOffset = batchTable.binaryOffset + batchBinary;
  return {
    byteLength: tile.byteLength,
    featureTable,
    batchTable,
    body: tile.subarray(bodyOffset),
    bodyOffset,
    batchLength: isLegacy ? header.batchLength : null,
    gltfFormat: kind === 'i3dm' ? gltfFormat(word(28), baseOffset) : null,
  };
}

/** A tile inside a composite, and where it begins from the composite's start. */
export interface InnerTile {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

/** The tiles of a composite (3D Tiles 1.0 §9.5), of any kind but JSON. Throws `ContentError`. */
export function readComposite(bytes: Uint8Array, baseOffset = 0): { byteLength: number; tiles: InnerTile[] } {
  const composite = wholeTile(bytes, 'cmpt', baseOffset);
  const view = new DataView(composite.buffer, composite.byteOffset, composite.byteLength);
  const count = view.getUint32(12, true);
  const tiles: InnerTile[] = [];
  let offset = 16;
  for (let i = 0; i < count; i++) {
    const place = `byte ${baseOffset + offset}`;
    if (offset + 12 > composite.byteLength)
      throw new MalformedContentError(place, `is cut off: tile ${i + 1} of ${count} is missing.`);
    const rest = composite.subarray(offset);
    if (contentKind(rest, baseOffset + offset) === 'json')
      throw new MalformedContentError(place, 'is JSON, which a composite cannot hold.');
    // All kinds have their length at the same place.
    const byteLength = view.getUint32(offset + 8, true);
    if (byteLength < 12) throw new MalformedContentError(place, `says that it has only ${byteLength} bytes.`);
    if (byteLength > rest.byteLength)
      throw new MalformedContentError(place, `is cut off: it says ${byteLength} bytes, ${rest.byteLength} are left.`);
    tiles.push({ bytes: rest.subarray(0, byteLength), offset });
    offset += byteLength;
  }
  return { byteLength: composite.byteLength, tiles };
}

/** The bytes that belong to a tile by its own header. */
function wholeTile(bytes: Uint8Array, kind: keyof typeof HEADER_BYTES, baseOffset: number): Uint8Array {
  const at = (offset: number) => `byte ${baseOffset + offset}`;
  if (bytes.byteLength < HEADER_BYTES[kind])
    throw new MalformedContentError(
      at(0),
      `is cut off: ${bytes.byteLength} bytes are too few for the header of a ${kind}.`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version !== 1)
    throw new UnsupportedContentError(at(4), `has version ${version} of ${kind}; only version 1 is known.`);
  const byteLength = view.getUint32(8, true);
  if (byteLength > bytes.byteLength)
    throw new MalformedContentError(
      at(8),
      `is cut off: its header says ${byteLength} bytes, there are ${bytes.byteLength}.`,
    );
  if (byteLength < HEADER_BYTES[kind])
    throw new MalformedContentError(at(8), `says that it has only ${byteLength} bytes.`);
  return bytes.subarray(0, byteLength);
}

function tableAt(
  tile: Uint8Array,
  jsonOffset: number,
  jsonBytes: number,
  binaryBytes: number,
  name: string,
  baseOffset: number,
): TableBytes {
  const binaryOffset = jsonOffset + jsonBytes;
  const end = binaryOffset + binaryBytes;
  if (end > tile.byteLength)
    throw new MalformedContentError(
      `byte ${baseOffset + jsonOffset}`,
      `has a ${name} that runs past the end of the tile.`,
    );
  return {
    json: tile.subarray(jsonOffset, binaryOffset),
    jsonOffset,
    binary: tile.subarray(binaryOffset, end),
    binaryOffset,
  };
}

function gltfFormat(format: number, baseOffset: number): 0 | 1 {
  if (format === 0 || format === 1) return format;
  throw new MalformedContentError(`byte ${baseOffset + 28}`, `has glTF format ${format}; it should be 0 or 1.`);
}
