import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import type { BufferBytes } from '@overlook/shared/gltf';
import { MalformedContentError, type JsonNode } from '@overlook/shared/tiles3d';
import { JsonIndex } from '../../formats/json-index.ts';
import { SourceFolder, dataUriBytes, resolveUri } from '../../../storage/source-folder.ts';

const [MAGIC, CHUNK_JSON, CHUNK_BIN] = [0x46546c67, 0x4e4f534a, 0x004e4942];
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Largest JSON that is held in memory. */
const LARGEST_JSON = 2 ** 31 - 1;

/** Bytes from an open file, or from a uri that holds them itself. */
interface Bytes {
  readonly byteLength: number;
  read(offset: number, length: number): Uint8Array;
}

/**
 * An open glTF 2.0 file, binary or text, whose bytes are read on demand: it may be larger than memory. It may
 * name files in its own folder and below, and no others.
 */
export class GltfFile {
  readonly json: JsonIndex;
  readonly #filePath: string;
  readonly #folder: SourceFolder;
  readonly #open: number[] = [];
  readonly #bin: Bytes | null;
  #buffers: (Bytes | null)[] = [];

  private constructor(filePath: string) {
    this.#filePath = filePath;
    this.#folder = new SourceFolder(path.dirname(filePath), Number.MAX_SAFE_INTEGER);
    const file = this.#openFile(filePath);
    const { json, bin } = readFrame(file);
    this.#bin = bin;
    this.json = new JsonIndex(json);
  }

  /** Throws `ContentError` for a file that is not glTF 2.0, is cut off, or names missing files or files elsewhere. */
  static async open(filePath: string): Promise<GltfFile> {
    const file = new GltfFile(filePath);
    const version = file.json.member('asset')?.get('version').string() ?? '';
    if (!version.startsWith('2.'))
      throw new MalformedContentError(
        'asset.version',
        version === '' ? 'is missing.' : `is ${version}; only glTF 2.0 can be read.`,
      );
    const buffers: (Bytes | null)[] = [];
    for (let i = 0; i < file.json.count('buffers'); i++)
      buffers.push(await file.#buffer(file.json.entry('buffers', i), i));
    file.#buffers = buffers;
    return file;
  }

  close(): void {
    for (const fd of this.#open.splice(0)) closeSync(fd);
  }

  /** Bytes of a buffer; `asker` names the reader in messages. Throws `ContentError` where the buffer is too short. */
  readonly bytes: BufferBytes = (buffer, offset, length, asker) => {
    const found = this.#buffers[buffer];
    if (found === undefined) return asker.fail(`names buffer ${buffer}; there are ${this.#buffers.length}.`);
    if (found === null) return asker.fail(`names buffer ${buffer}, which has no bytes.`);
    if (offset + length > found.byteLength)
      asker.fail(`reaches byte ${offset + length} of buffer ${buffer}, which has ${found.byteLength}.`);
    return found.read(offset, length);
  };

  /** Bytes behind a uri, which is inside the file or names another in its folder. Throws `ContentError`. */
  async uriBytes(uri: string, place: string): Promise<Uint8Array> {
    const own = dataUriBytes(uri, place);
    return own ?? this.#folder.read(resolveUri(path.basename(this.#filePath), uri, place), place);
  }

  /** Null for a buffer that only compressed views fill. */
  async #buffer(buffer: JsonNode, index: number): Promise<Bytes | null> {
    const byteLength = buffer.optional('byteLength')?.integer() ?? 0;
    const uri = buffer.optional('uri');
    const found = uri ? await this.#uriSource(uri) : index === 0 ? this.#bin : null;
    if (!found) return null;
    if (byteLength > found.byteLength)
      buffer.get('byteLength').fail(`is ${byteLength}, but there are ${found.byteLength} bytes.`);
    return { byteLength, read: found.read };
  }

  async #uriSource(uri: JsonNode): Promise<Bytes> {
    const own = dataUriBytes(uri.string(), uri.place);
    if (own) return { byteLength: own.byteLength, read: (offset, length) => own.slice(offset, offset + length) };
    const filePath = resolveUri(path.basename(this.#filePath), uri.string(), uri.place);
    await this.#folder.look(filePath, uri.place);
    return this.#openFile(this.#folder.absolute(filePath));
  }

  #openFile(filePath: string): Bytes {
    const fd = openSync(filePath, 'r');
    this.#open.push(fd);
    return fileBytes(fd, 0, fstatSync(fd).size);
  }
}

const fileBytes = (fd: number, start: number, byteLength: number): Bytes => ({
  byteLength,
  read(offset, length) {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const count = readSync(fd, bytes, done, length - done, start + offset + done);
      if (count === 0)
        throw new MalformedContentError('', 'changed while it was being read. Import it again when it is complete.');
      done += count;
    }
    return bytes;
  },
});

/** JSON and binary chunk of a GLB (glTF 2.0 §4.4), or the JSON that the file is. */
function readFrame(file: Bytes): { json: Buffer; bin: Bytes | null } {
  if (file.byteLength === 0) throw new MalformedContentError('', 'is empty (0 bytes).');
  const head = new DataView(file.read(0, Math.min(file.byteLength, HEADER_BYTES)).buffer);
  if (head.byteLength < HEADER_BYTES || head.getUint32(0, true) !== MAGIC) return { json: jsonOf(file), bin: null };
  const version = head.getUint32(4, true);
  if (version !== 2) throw new MalformedContentError('byte 4', `is glTF ${version}; only glTF 2.0 can be read.`);
  const length = head.getUint32(8, true);
  if (length > file.byteLength)
    throw new MalformedContentError(
      'byte 8',
      `is cut off: its header says ${length} bytes, there are ${file.byteLength}.`,
    );
  const [first, second] = readChunks(file, length);
  if (!first || first.type !== CHUNK_JSON)
    throw new MalformedContentError('byte 12', 'does not begin with a JSON chunk.');
  return { json: textOf(first.bytes), bin: second?.type === CHUNK_BIN ? second.bytes : null };
}

function readChunks(file: Bytes, length: number): { type: number; bytes: Bytes }[] {
  const chunks: { type: number; bytes: Bytes }[] = [];
  // Only the first two mean anything.
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= length && chunks.length < 2;) {
    const head = new DataView(file.read(at, CHUNK_HEADER_BYTES).buffer);
    const byteLength = head.getUint32(0, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + byteLength > length)
      throw new MalformedContentError(
        `byte ${at}`,
        `has a chunk of ${byteLength} bytes that runs past the end of the file.`,
      );
    const bytes = { byteLength, read: (offset: number, size: number) => file.read(start + offset, size) };
    chunks.push({ type: head.getUint32(4, true), bytes });
    at = start + byteLength;
  }
  return chunks;
}

/** The whole file as text; it must begin like an object. */
function jsonOf(file: Bytes): Buffer {
  const text = textOf(file);
  if (!/^(\uFEFF)?\s*\{/.test(text.toString('utf8', 0, 64)))
    throw new MalformedContentError('', 'is no glTF 2.0: it begins neither like a binary file nor like JSON.');
  return text;
}

function textOf(file: Bytes): Buffer {
  if (file.byteLength > LARGEST_JSON)
    throw new MalformedContentError(
      '',
      `has ${file.byteLength} bytes of JSON; at most ${LARGEST_JSON} can be read. Split the model.`,
    );
  const bytes = file.read(0, file.byteLength);
  // Some programs pad the chunk with zeros in place of blanks.
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return Buffer.from(bytes.buffer, 0, end);
}
