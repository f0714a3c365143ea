import path from 'node:path';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { newVersion, thisOwner } from '../../storage/version-folders.ts';

/** Folder below `filesDir` for files that an import makes for itself; a sweep removes its remains after a crash. */
export const WORK_FOLDERS = 'converting';

/** A folder of one import, until it is removed. */
export interface WorkFolder {
  /** Absolute path. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Makes an empty folder that a sweep keeps while this process lives. Leaves no folder when it throws. */
export async function makeWorkFolder({ filesDir, fs }: { filesDir: string; fs: PublishFs }): Promise<WorkFolder> {
  const folder = path.join(filesDir, WORK_FOLDERS, newVersion());
  const ownerFile = `${folder}.owner`;
  const remove = async () => {
    await fs.remove(folder);
    await fs.remove(ownerFile);
    await fs.removeIfEmpty(path.dirname(folder));
  };
  try {
    await fs.makeFolder(path.dirname(folder));
    await fs.write(ownerFile, Buffer.from(JSON.stringify(thisOwner())));
    await fs.makeFolder(folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
