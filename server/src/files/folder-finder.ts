import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../services/clock.ts';
import { basePart, type FolderName, partKey } from '../storage/folders/packed-parts.ts';
import type { PackedFile, StoredFolders } from '../storage/folders/stored-folders.ts';
import { ObjectMissingError } from '../storage/objects/object-store.ts';
import { isShared } from '../storage/shared-files.ts';
import { type ByteSource, CODINGS, createFileFinder, type StoredFile } from './stored-file.ts';

const isGone = (error: unknown): boolean =>
  error instanceof ObjectMissingError || (error instanceof AppError && error.code === 'NOT_FOUND');

/** Reads from `find` again where a source is gone: a folder may be moved between the disk and the object store at any moment. */
function lasting(source: ByteSource, find: () => Promise<ByteSource | null>): ByteSource {
  const orElsewhere = async <T>(read: (from: ByteSource) => Promise<T>): Promise<T> => {
    try {
      return await read(source);
    } catch (error) {
      const elsewhere = isGone(error) ? await find() : null;
      if (!elsewhere) throw error;
      return read(elsewhere);
    }
  };
  return {
    sizeBytes: source.sizeBytes,
    whole: () => orElsewhere((from) => from.whole()),
    stream: (range) => orElsewhere((from) => from.stream(range)),
  };
}

/** Finds files of stored folders, on the disk or in the object store. Answers are the same for both, but for dates and tags. */
export function createFolderFinder(clock: Clock, folders: StoredFolders) {
  const local = createFileFinder(clock);

  const packedSource = (file: PackedFile): ByteSource => ({
    sizeBytes: file.sizeBytes,
    whole: async () => buffer(await folders.open(file)),
    stream: (range) => folders.open(file, range),
  });

  async function findPacked(name: FolderName, path: string): Promise<StoredFile | null> {
    const file = await folders.locate(name, path);
    if (!file) return null;
    const variants = await Promise.all(
      CODINGS.map(async (coding) => {
        const form = await folders.locate(name, path + coding.ending);
        return form ? [{ coding, source: packedSource(form) }] : [];
      }),
    );
    return {
      ...packedSource(file),
      name: basename(path),
      modifiedAt: file.modifiedAt,
      // A file that is named by its content is the same in every version that has it.
      tag: isShared(path) ? basename(path, '.glb').slice(0, 32) : file.tag,
      variants: variants.flat(),
    };
  }

  async function findOnce(name: FolderName, path: string): Promise<StoredFile | null> {
    const root = folders.localPath(name);
    return (await local.find(root, join(root, path))) ?? findPacked(name, path);
  }

  async function findAgain(name: FolderName, path: string): Promise<StoredFile | null> {
    local.forget(join(folders.localPath(name), path));
    folders.forget(name);
    return findOnce(name, path);
  }

  return {
    /** Null where the folder has no such file; `path` is relative, with `/`. Throws `ObjectMissingError` where it is lost as a whole. */
    async find(name: FolderName, path: string): Promise<StoredFile | null> {
      let found = await findOnce(name, path);
      // It may have been moved since the one or the other was looked at.
      if (!found && folders.arePacked) found = await findAgain(name, path);
      if (!found && folders.arePacked && !(await folders.isThere(name)))
        throw new ObjectMissingError(partKey(name, basePart(name)));
      return (
        found && {
          ...found,
          ...lasting(found, () => findAgain(name, path)),
          variants: found.variants.map(({ coding, source }) => ({
            coding,
            source: lasting(source, async () => {
              const again = await findAgain(name, path);
              return again?.variants.find((one) => one.coding === coding)?.source ?? null;
            }),
          })),
        }
      );
    },
  };
}
