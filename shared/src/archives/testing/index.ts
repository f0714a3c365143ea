/** ZIP archives made byte by byte, so that a test says everything that is in them. */

export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** 0 (stored) unless given; 8 is deflate. Other methods store the bytes as they are. */
  readonly method?: number;
  /** In place of what is true. */
  readonly storedBytes?: number;
  readonly size?: number;
  readonly crc?: number;
  readonly flags?: number;
  /** Where its local header is said to be. */
  readonly at?: number;
  /** Bytes of extra fields that only its local header has. */
  readonly localExtra?: number;
}

export interface MadeZip {
  /** Sizes and places of files, and those of the list, in zip64 records. */
  readonly is64?: boolean;
  /** Places of files alone in zip64 records, as in an archive of more than 4 GiB with small files. */
  readonly hasFarFiles?: boolean;
  readonly comment?: string;
  /** In the end record, in place of what is true. */
  readonly fileCount?: number;
  readonly directoryBytes?: number;
}

/** What a test's runtime has. */
export interface ZipTools {
  utf8(text: string): Uint8Array;
  deflateRaw(bytes: Uint8Array): Uint8Array;
  crc32(bytes: Uint8Array): number;
}

const little = (...values: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Uint8Array =>
  joined(
    values.map(([value, bytes]) => {
      const out = new DataView(new ArrayBuffer(8));
      out.setBigUint64(0, BigInt(value), true);
      return new Uint8Array(out.buffer, 0, bytes);
    }),
  );

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const LARGE = 0xffffffff;

/** `madeZip` of a runtime. */
export const zipMaker =
  ({ utf8, deflateRaw, crc32 }: ZipTools) =>
  (
    files: readonly MadeFile[],
    { is64 = false, hasFarFiles = false, comment = '', ...stated }: MadeZip = {},
  ): Uint8Array<ArrayBuffer> => {
    const parts: Uint8Array[] = [];
    const entries: Uint8Array[] = [];
    let end = 0;
    for (const file of files) {
      const { name, method = 0, flags = 0, localExtra = 0, at = end } = file;
      const bytes = typeof file.bytes === 'string' ? utf8(file.bytes) : file.bytes;
      const stored = method === 8 ? deflateRaw(bytes) : bytes;
      const [storedBytes, size] = [file.storedBytes ?? stored.length, file.size ?? bytes.length];
      const crc = file.crc ?? crc32(bytes);
      const title = utf8(name);
      parts.push(
        little([0x04034b50, 4], [20, 2], [flags, 2], [method, 2], [0, 4], [crc, 4], [storedBytes, 4], [size, 4]),
        little([title.length, 2], [localExtra, 2]),
        title,
        new Uint8Array(localExtra),
        stored,
      );
      const inExtra = [...(is64 ? [size, storedBytes] : []), ...(is64 || hasFarFiles ? [at] : [])];
      const values = inExtra.map((value) => [value, 8] as const);
      const extra = values.length > 0 ? little([1, 2], [8 * values.length, 2], ...values) : new Uint8Array();
      const sizes = [is64 ? LARGE : storedBytes, is64 ? LARGE : size, is64 || hasFarFiles ? LARGE : at];
      entries.push(
        little([0x02014b50, 4], [20, 2], [20, 2], [flags, 2], [method, 2], [0, 4], [crc, 4]),
        little([sizes[0]!, 4], [sizes[1]!, 4], [title.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2], [0, 4]),
        little([sizes[2]!, 4]),
        title,
        extra,
      );
      end += 30 + title.length + localExtra + stored.length;
    }
    return joined([
      ...parts,
      ...listAndEnd(joined(entries), end, { ...stated, is64, comment: utf8(comment) }, files.length),
    ]);
  };

function listAndEnd(
  list: Uint8Array,
  at: number,
  { is64, comment, fileCount, directoryBytes }: Omit<MadeZip, 'comment'> & { comment: Uint8Array },
  files: number,
): Uint8Array[] {
  const [count, bytes] = [fileCount ?? files, directoryBytes ?? list.length];
  const end64 = joined([
    little([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 4], [0, 4]),
    little([count, 8], [count, 8], [bytes, 8], [at, 8]),
  ]);
  const locator = little([0x07064b50, 4], [0, 4], [at + list.length, 8], [1, 4]);
  const [count16, bytes32, at32] = is64 ? [0xffff, LARGE, LARGE] : [Math.min(count, 0xffff), bytes, at];
  const end = [
    little([0x06054b50, 4], [0, 4], [count16!, 2], [count16!, 2], [bytes32!, 4], [at32!, 4], [comment.length, 2]),
    comment,
  ];
  return [list, ...(is64 ? [end64, locator] : []), ...end];
}
