/** ZIP archives made byte by byte, so that a test says everything that is in them. */
import { deflateRawSync } from 'node:zlib';

export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** 0 (stored) unless given; 8 is deflate. Other methods store the bytes as they are. */
  readonly method?: number;
  /** In place of what is true. */
  readonly storedBytes?: number;
  readonly size?: number;
  readonly flags?: number;
}

export interface MadeZip {
  /** Sizes and places of files, and those of the list, in zip64 records. */
  readonly is64?: boolean;
  readonly comment?: string;
  /** In the end record, in place of what is true. */
  readonly fileCount?: number;
  readonly directoryBytes?: number;
}

const little = (...values: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer =>
  Buffer.concat(
    values.map(([value, bytes]) => {
      const out = Buffer.alloc(8);
      out.writeBigUInt64LE(BigInt(value));
      return out.subarray(0, bytes);
    }),
  );

const LARGE = 0xffffffff;

export function madeZip(
  files: readonly MadeFile[],
  { is64 = false, comment = '', ...stated }: MadeZip = {},
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const { name, method = 0, flags = 0 } = file;
    const bytes = Buffer.from(file.bytes as string);
    const stored = method === 8 ? deflateRawSync(bytes) : bytes;
    const [storedBytes, size] = [file.storedBytes ?? stored.length, file.size ?? bytes.length];
    const title = Buffer.from(name);
    parts.push(little([0x04034b50, 4], [20, 2], [flags, 2], [method, 2], [0, 4], [0, 4]));
    parts.push(little([storedBytes, 4], [size, 4], [title.length, 2], [0, 2]), title, stored);
    const extra = is64 ? little([1, 2], [24, 2], [size, 8], [storedBytes, 8], [at, 8]) : Buffer.alloc(0);
    const sizes = is64 ? [LARGE, LARGE, LARGE] : [storedBytes, size, at];
    entries.push(
      little(
        [0x02014b50, 4],
        [20, 2],
        [20, 2],
        [flags, 2],
        [method, 2],
        [0, 4],
        [0, 4],
        [sizes[0]!, 4],
        [sizes[1]!, 4],
      ),
      little([title.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2], [0, 4], [sizes[2]!, 4]),
      title,
      extra,
    );
    at += 30 + title.length + stored.length;
  }
  const list = Buffer.concat(entries);
  const count = stated.fileCount ?? files.length;
  const listBytes = stated.directoryBytes ?? list.length;
  const end64 = little(
    [0x06064b50, 4],
    [44, 8],
    [45, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [listBytes, 8],
    [at, 8],
  );
  const locator = little([0x07064b50, 4], [0, 4], [at + list.length, 8], [1, 4]);
  const counts: [number, number, number] = is64 ? [0xffff, LARGE, LARGE] : [Math.min(count, 0xffff), listBytes, at];
  const end = little(
    [0x06054b50, 4],
    [0, 4],
    [counts[0], 2],
    [counts[0], 2],
    [counts[1], 4],
    [counts[2], 4],
    [comment.length, 2],
  );
  const all = Buffer.concat([...parts, list, ...(is64 ? [end64, locator] : []), end, Buffer.from(comment)]);
  return new Uint8Array(all.buffer.slice(all.byteOffset, all.byteOffset + all.length));
}
