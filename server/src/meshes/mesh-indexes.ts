import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type VersionFolder, versionFolder } from '../storage/version-folders.ts';
import { createConcurrencyLimit } from '../services/concurrency-limit.ts';
import { INDEX_FILES } from './index-meshes.ts';
import type { MeshProcesses } from './meshes-process.ts';

/** A published version that is held here. */
export interface HeldVersion {
  readonly folder: VersionFolder;
  /** The `tileset.json` or `models.json` below it. */
  readonly entry: string;
}

/** Below a version's folder, so that the index is removed with the layer it describes. */
const INDEX_FOLDER = 'mesh-index';

interface MeshIndexStores {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  /** Memory that making an index may take, MiB. */
  readonly memoryMb: number;
  readonly index: MeshProcesses['index'];
}

/** The mesh indexes of published layers: each is made at its first request. */
export type MeshIndexes = ReturnType<typeof createMeshIndexes>;

/** One index is made at a time, and a few more may wait: further requests have to be repeated. */
const WAITING_MOST = 20;

export function createMeshIndexes({ filesDir, memoryMb, index }: MeshIndexStores) {
  const underWay = new Map<string, Promise<void>>();
  const oneAtATime = createConcurrencyLimit(1, WAITING_MOST);

  async function make({ folder, entry }: HeldVersion, final: string): Promise<void> {
    const part = `${final}.${randomUUID()}.part`;
    try {
      await index({ versionFolder: versionFolder(filesDir, folder), entry, outFolder: part }, { memoryMb });
      await rename(part, final).catch(async (error: NodeJS.ErrnoException) => {
        // Another process was quicker: its index is the same.
        if (!(await isThere(final))) throw error;
      });
    } finally {
      await rm(part, { recursive: true, force: true });
    }
  }

  const isThere = (folder: string) =>
    stat(join(folder, INDEX_FILES.parts)).then(
      () => true,
      () => false,
    );

  /** The folder of the index, which is made where there is none yet. Throws what `runLimited` throws, and `QueueFullError`. */
  async function folderOf(version: HeldVersion): Promise<string> {
    const final = join(versionFolder(filesDir, version.folder), INDEX_FOLDER);
    if (await isThere(final)) return final;
    const made = underWay.get(final) ?? oneAtATime(() => make(version, final)).finally(() => underWay.delete(final));
    underWay.set(final, made);
    await made;
    return final;
  }

  return {
    folderOf,
    /** The bytes of the index (`decodeMeshIndex`); throws as `folderOf` does. */
    bytesOf: async (version: HeldVersion): Promise<Buffer> =>
      readFile(join(await folderOf(version), INDEX_FILES.parts)),
  };
}
