import { MalformedContentError, UnsupportedContentError } from './content-errors.ts';
import { magicOf } from './content-kind.ts';
import { isJsonObject, parseJsonBytes } from './json-bytes.ts';

const HEADER_BYTES = 24;

/** The parts of a subtree file (3D Tiles 1.1 §8.4). */
export interface SubtreeParts {
  /** Parsed, without further checks. */
  readonly json: unknown;
  /** Its own binary chunk, a view of the bytes given; null for a subtree that is JSON. */
  readonly binary: Uint8Array | null;
}

/**
 * Splits a subtree, binary or JSON, into its parts and checks its lengths. Throws `ContentError`,
 * `UnsupportedContentError`.
 */
export function readSubtree(bytes: Uint8Array): SubtreeParts {
  if (isJsonObject(bytes)) return { json: parseJsonBytes(bytes), binary: null };
  const magic = magicOf(bytes);
  if (magic !== 'subt') throw new UnsupportedContentError('byte 0', `is not a subtree: it begins with “${magic}”.`);
  if (bytes.byteLength < HEADER_BYTES)
    throw new MalformedContentError('byte 0', `is cut off: ${bytes.byteLength} bytes are too few.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version !== 1) throw new UnsupportedContentError('byte 4', `has version ${version}; only version 1 is known.`);
  const jsonBytes = Number(view.getBigUint64(8, true));
  const binaryBytes = Number(view.getBigUint64(16, true));
  const neededBytes = HEADER_BYTES + jsonBytes + binaryBytes;
  if (neededBytes > bytes.byteLength)
    throw new MalformedContentError(
      'byte 8',
      `is cut off: its header asks for ${neededBytes} bytes, there are ${bytes.byteLength}.`,
    );
  const end = HEADER_BYTES + jsonBytes;
  return {
    json: parseJsonBytes(bytes.subarray(HEADER_BYTES, end), `byte ${HEADER_BYTES}`),
    binary: bytes.subarray(end, end + binaryBytes),
  };
}
