/** The header of a b3dm: where its tables begin and how long they are, bytes. */
export interface B3dmHeader {
  readonly headerBytes: number;
  readonly featureJsonBytes: number;
  readonly featureBinaryBytes: number;
  readonly batchJsonBytes: number;
  readonly batchBinaryBytes: number;
  /** Given here by the two forms that preceded 3D Tiles 1.0; null where the feature table has it. */
  readonly batchLength: number | null;
}

/**
 * A value from this on is not a length: its highest byte is the first letter of a JSON text (`"`) or of a glTF (`g`). The
 * header is then one of the two forms before 3D Tiles 1.0, which occur in old tilesets.
 */
const LARGEST_LENGTH = 0x22000000;

/** Reads the lengths after magic, version and file length; missing bytes of a short file count as 0. */
export function readB3dmHeader(tile: Uint8Array): B3dmHeader {
  const view = new DataView(tile.buffer, tile.byteOffset, tile.byteLength);
  const [a, b, c, d] = [12, 16, 20, 24].map((offset) =>
    offset + 4 <= tile.byteLength ? view.getUint32(offset, true) : 0,
  ) as [number, number, number, number];
  const legacy = { featureJsonBytes: 0, featureBinaryBytes: 0 };
  if (c >= LARGEST_LENGTH)
    return { ...legacy, headerBytes: 20, batchJsonBytes: b, batchBinaryBytes: 0, batchLength: a };
  if (d >= LARGEST_LENGTH)
    return { ...legacy, headerBytes: 24, batchJsonBytes: a, batchBinaryBytes: b, batchLength: c };
  return {
    headerBytes: 28,
    featureJsonBytes: a,
    featureBinaryBytes: b,
    batchJsonBytes: c,
    batchBinaryBytes: d,
    batchLength: null,
  };
}
