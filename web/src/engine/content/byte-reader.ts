import { MalformedContent } from './content-errors.ts';

const utf8 = new TextDecoder();

/** A JSON object whose fields nobody has checked yet. */
// oxlint-disable-next-line typescript/no-explicit-any -- foreign JSON: the readers check each field where they use it
export type ForeignJson = Record<string, any>;

/**
 * Reads little-endian headers front to back and refuses to run past the end, naming the file and the byte.
 * `take` returns views: they keep the source alive until the caller copies out of them.
 */
export class ByteReader {
  offset = 0;
  readonly #view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    readonly name: string,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes left to read. */
  get remaining(): number {
    return this.bytes.byteLength - this.offset;
  }

  uint32(what: string): number {
    this.#need(4, what);
    this.offset += 4;
    return this.#view.getUint32(this.offset - 4, true);
  }

  /** The next `length` bytes as a view. */
  take(length: number, what: string): Uint8Array {
    this.#need(length, what);
    this.offset += length;
    return this.bytes.subarray(this.offset - length, this.offset);
  }

  #need(length: number, what: string): void {
    if (length <= this.remaining) return;
    throw new MalformedContent(
      `${this.name} is cut short: ${what} at byte ${this.offset} needs ${length} bytes, ${this.remaining} are left.`,
    );
  }
}

/** The first four bytes as text when they are printable, otherwise in hexadecimal. */
export function magicOf(bytes: Uint8Array): string {
  const first = bytes.subarray(0, 4);
  const isPrintable = first.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isPrintable ? utf8.decode(first) : [...first].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** Parses a JSON object; padding after it (spaces, zeros) is allowed, no bytes at all mean `{}`. */
export function parseJsonBytes(bytes: Uint8Array, name: string, what: string): ForeignJson {
  let end = bytes.byteLength;
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 0x20)) end--;
  if (end === 0) return {};
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(bytes.subarray(0, end)));
  } catch (error) {
    throw new MalformedContent(`${name}: ${what} is not valid JSON (${(error as Error).message}).`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new MalformedContent(`${name}: ${what} is not a JSON object.`);
  }
  return json;
}
