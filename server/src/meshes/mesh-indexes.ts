import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type HeldVersion, versionName } from '../storage/version-folders.ts';
import type { StoredFolders } from '../storage/folders/stored-folders.ts';
import { suffixOfEntry } from '../storage/moved-entries.ts';
import { createConcurrencyLimit } from '../services/concurrency-limit.ts';
import { INDEX_FILES } from './index-meshes.ts';
import type { MeshProcesses } from './meshes-process.ts';

/** Below a version's folder, so that the index is removed with the layer it describes. */
const INDEX_FOLDER = 'mesh-index';

interface MeshIndexStores {
  readonly folders: StoredFolders;
  /** Memory that making an index may take, MiB. */
  readonly memoryMb: number;
  readonly index: MeshProcesses['index'];
}

/** The mesh indexes of published layers: each is made at its first request. */
export type MeshIndexes = ReturnType<typeof createMeshIndexes>;

/** One index is made at a time, and a few more may wait: further requests have to be repeated. */
const WAITING_MOST = 20;

export function createMeshIndexes({ folders, memoryMb, index }: MeshIndexStores) {
  const underWay = new Map<string, Promise<unknown>>();
  const oneAtATime = createConcurrencyLimit(1, WAITING_MOST);
  const partName = ({ entry }: HeldVersion): string => INDEX_FOLDER + suffixOfEntry(entry);

  const isThere = async (version: HeldVersion): Promise<boolean> => {
    const file = `${partName(version)}/${INDEX_FILES.parts}`;
    const name = versionName(version.folder);
    return (await folders.isLocal(name))
      ? stat(join(folders.localPath(name), file)).then(Boolean, () => false)
      : (await folders.locate(name, file)) !== null;
  };

  const make = (version: HeldVersion): Promise<unknown> => {
    const name = versionName(version.folder);
    const { entry } = version;
    return folders.make(name, partName(version), (outFolder) =>
      folders.with(name, async (root) => {
        await index({ versionFolder: root, entry, outFolder }, { memoryMb });
        return outFolder;
      }),
    );
  };

  async function makeMissing(version: HeldVersion): Promise<void> {
    const key = `${versionName(version.folder)}/${partName(version)}`;
    if (await isThere(version)) return;
    const made = underWay.get(key) ?? oneAtATime(() => make(version)).finally(() => underWay.delete(key));
    underWay.set(key, made);
    await made;
  }

  /**
   * Gives `use` the folder of a version and that of its index, which is made where there is none yet. Throws what `runLimited` throws,
   * `QueueFullError`, and 404 (`ObjectMissingError`) where the version is lost.
   */
  async function withIndex<T>(
    version: HeldVersion,
    use: (folders: { readonly versionFolder: string; readonly indexFolder: string }) => Promise<T>,
  ): Promise<T> {
    await makeMissing(version);
    return folders.with(versionName(version.folder), (versionFolder) =>
      use({ versionFolder, indexFolder: join(versionFolder, partName(version)) }),
    );
  }

  return {
    withIndex,
    /** The bytes of the index (`decodeMeshIndex`); throws as `withIndex` does. */
    async bytesOf(version: HeldVersion): Promise<Buffer> {
      await makeMissing(version);
      return folders.read(versionName(version.folder), `${partName(version)}/${INDEX_FILES.parts}`);
    },
  };
}
