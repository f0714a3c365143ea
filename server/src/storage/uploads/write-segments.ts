import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { UploadFile } from '@overlook/shared/uploads';
import type { Segment } from './upload-folder.ts';

/** A path of the list cannot be made beside the others: it is a file and a folder at once, or the disk refuses its name. */
export class PathRefusedError extends Error {
  override readonly name = 'PathRefusedError';
  constructor(readonly file: string) {
    super(`${file} cannot be written`);
  }
}

/** Throws `PathRefusedError` where a path of the list is a file and a folder at once. */
export function assertWritable(files: readonly UploadFile[]): void {
  const paths = new Set(files.map(({ part, path: name }) => `${part}/${name}`));
  for (const { part, path: name } of files)
    for (let above = path.posix.dirname(`${part}/${name}`); above !== part; above = path.posix.dirname(above))
      if (paths.has(above)) throw new PathRefusedError(above);
}

const REFUSED = ['ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ'];

/**
 * Writes a stream into the files of its pieces, from `offset` on, a piece after another. `pieces` is asked again when the known ones
 * are full, because the first of them says which others there are; bytes behind the last one are not taken. Resolves to the new offset. Throws
 * `PathRefusedError`, and the errors of the stream and of the disk: what has arrived is kept.
 */
export async function writeSegments(
  stream: AsyncIterable<Buffer>,
  { folder, pieces, offset }: { folder: string; pieces: () => Promise<readonly Segment[]>; offset: number },
): Promise<number> {
  const writer = createWriter(folder, await pieces(), offset);
  const extend = async () => writer.extend(await pieces());
  try {
    if (writer.isFull()) await extend();
    for await (const chunk of stream) {
      const rest = await writer.write(chunk);
      if (!writer.isFull()) continue;
      await extend();
      await writer.write(rest);
      if (writer.isFull()) break;
    }
    await writer.finishEmpty();
  } finally {
    await writer.close();
  }
  return writer.offset();
}

/** A connection that was cut ends the stream: the sender asks for the offset and goes on. */
export async function* cutIsEnd(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk;
  } catch {
    // What has arrived is kept.
  }
}

function createWriter(folder: string, known: readonly Segment[], start: number) {
  let segments = known;
  let offset = start;
  // A file without bytes at the offset may not be there yet.
  let index = segments.findIndex(({ startByte, endByte }) => endByte > start || startByte === start);
  if (index < 0) index = segments.length;
  let file: FileHandle | null = null;
  const made = new Set<string>();

  const openPiece = async ({ path: name, startByte }: Segment) => {
    const full = path.join(folder, name);
    try {
      await makeParents(folder, name, made);
      return await open(full, offset === startByte ? 'w' : 'r+', 0o600);
    } catch (error) {
      if (REFUSED.includes((error as NodeJS.ErrnoException).code ?? '')) throw new PathRefusedError(name);
      throw error;
    }
  };
  const next = async () => {
    await file?.close();
    file = null;
    index += 1;
  };
  /** Makes the files without bytes that lie at the offset. */
  const finishEmpty = async () => {
    for (; index < segments.length && segments[index]!.endByte === offset; await next())
      file ??= await openPiece(segments[index]!);
  };
  return {
    offset: () => offset,
    isFull: () => index >= segments.length,
    finishEmpty,
    /** Goes on with these pieces, the first of which are the known ones. */
    extend: (all: readonly Segment[]) => void (segments = all),
    /** Returns the bytes that no piece has taken. */
    async write(chunk: Buffer): Promise<Buffer> {
      let from = 0;
      while (from < chunk.length) {
        await finishEmpty();
        const piece = segments[index];
        if (!piece) break;
        file ??= await openPiece(piece);
        const length = Math.min(chunk.length - from, piece.endByte - offset);
        await file.write(chunk, from, length, offset - piece.startByte);
        from += length;
        offset += length;
        if (offset === piece.endByte) await next();
      }
      return chunk.subarray(from);
    },
    close: async () => file?.close(),
  };
}

/** Makes the folders above a file, below that of the delivery, which must exist: a delivery that was cancelled has none. */
async function makeParents(folder: string, name: string, made: Set<string>): Promise<void> {
  const parents = name.split('/').slice(0, -1);
  if (made.has(parents.join('/'))) return;
  let below = '';
  for (const parent of parents) {
    below = path.join(below, parent);
    await mkdir(path.join(folder, below)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  made.add(parents.join('/'));
}
