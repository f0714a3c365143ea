import { MalformedContentError } from './content-errors.ts';

/** Browsers and Node have it; the type library of ECMAScript, the only one of this package, does not declare it. */
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/**
 * Parses UTF-8 JSON. Spaces and zeros after it are padding, as writers of tables and chunks use them; nothing but padding
 * is an empty object. `place` is where the text lies in its file. Throws `ContentError`.
 */
export function parseJsonBytes(bytes: Uint8Array, place = 'document'): unknown {
  let end = bytes.byteLength;
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 0x20)) end--;
  if (end === 0) return {};
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end));
  } catch {
    throw new MalformedContentError(place, 'is not UTF-8 text.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedContentError(place, `is not valid JSON: ${(error as Error).message}`);
  }
}

/** Whether a file is the text of a JSON object, after white space and a byte order mark. */
export function isJsonObject(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte));
  return first === 0x7b;
}
