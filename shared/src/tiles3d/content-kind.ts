import { MalformedContentError, UnsupportedContentError } from './content-errors.ts';
import { isJsonObject } from './json-bytes.ts';

export type BinaryKind = 'b3dm' | 'i3dm' | 'pnts' | 'cmpt' | 'glTF';
/** `json` is a tileset or a glTF as text. */
export type ContentKind = BinaryKind | 'json';

const BINARY_KINDS: readonly string[] = ['b3dm', 'i3dm', 'pnts', 'cmpt', 'glTF'] satisfies BinaryKind[];

/**
 * The kind of a tile's content, by its first bytes and not by its name. `baseOffset` is where it begins in its file.
 * Throws `ContentError` for nothing at all, `UnsupportedContentError` for another kind of file.
 */
export function contentKind(bytes: Uint8Array, baseOffset = 0): ContentKind {
  const place = `byte ${baseOffset}`;
  if (bytes.byteLength === 0) throw new MalformedContentError(place, 'is empty.');
  const magic = magicOf(bytes);
  if (BINARY_KINDS.includes(magic)) return magic as BinaryKind;
  if (isJsonObject(bytes)) return 'json';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new UnsupportedContentError(place, 'is packed with gzip; unpack it first.');
  throw new UnsupportedContentError(
    place,
    `is not a tile: it begins with “${magic}”, not with ${BINARY_KINDS.join(', ')} or “{”.`,
  );
}

/** The first four bytes as text when they are printable, otherwise in hexadecimal. */
export function magicOf(bytes: Uint8Array): string {
  const first = bytes.subarray(0, 4);
  return first.every((byte) => byte >= 0x20 && byte < 0x7f)
    ? String.fromCharCode(...first)
    : [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
