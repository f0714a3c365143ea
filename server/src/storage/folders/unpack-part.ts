import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StoreFailedError } from '../../errors/store-failed.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { type ObjectStore, safeKey } from '../objects/object-store.ts';
import { unpackedFiles } from './pack-format.ts';

/** Writes the files of a part into a folder. Throws `ObjectMissingError`, and `StoreFailedError` for a damaged object. */
export async function unpackPart(
  objects: ObjectStore,
  key: string,
  { into, isSafe = false }: { readonly into: string; /** Against power loss. */ readonly isSafe?: boolean },
): Promise<void> {
  const sha256 = (await objects.head(key))?.sha256 ?? null;
  const stream = await objects.get(key);
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const made = new Set<string>();
  try {
    for await (const { path, pieces } of unpackedFiles(hashed())) {
      const to = join(into, ...safeKey(path).split('/'));
      const folder = dirname(to);
      if (!made.has(folder)) await mkdir(folder, { recursive: true });
      made.add(folder);
      const file = await open(to, 'w', 0o644);
      try {
        for await (const piece of pieces()) await file.writeFile(piece);
        if (isSafe) await file.sync();
      } finally {
        await file.close();
      }
    }
  } catch (error) {
    // An error of the disk or of the store says so itself.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new StoreFailedError(`${objects.address}: the object ${key} ${(error as Error).message}.`, { cause: error });
  } finally {
    stream.destroy();
  }
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new StoreFailedError(`${objects.address}: the object ${key} has other bytes than were stored.`);
}

/** Writes what an object has into a folder: the files of a pack, or the file itself. Throws as `unpackPart` does. */
export async function fetchPart(objects: ObjectStore, key: string, into: string): Promise<void> {
  if (key.startsWith(OBJECT_KEYS.packed)) return unpackPart(objects, key, { into });
  await pipeline(await objects.get(key), createWriteStream(join(into, basename(key))));
}
