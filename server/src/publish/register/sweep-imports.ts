import path from 'node:path';
import type { Db } from '@overlook/db';
import { captures } from '@overlook/db/schema';
import { sweepTrees } from '../object-tree/store-tree.ts';
import { sweepClouds } from '../points/cloud-store.ts';
import { type PublishFs, nodeFs } from '../../errors/publish-fs.ts';
import { isWriterActive, isVersion, readOwner, versionOfUrl } from '../../storage/version-folders.ts';
import type { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { WORK_FOLDERS } from '../store/work-folder.ts';

/**
 * Removes the remains of interrupted imports below `<filesDir>/models`: unfinished `.part` folders, and finished
 * versions that no capture names because the process ended before registering them; object trees without a capture; stores
 * of point clouds without a row; and work folders of ended processes. Versions that a living process is writing are
 * kept. Returns the paths removed, relative to `filesDir`.
 */
export async function sweepImports({
  db,
  filesDir,
  fs = nodeFs,
  folders,
}: {
  db: Db;
  filesDir: string;
  fs?: PublishFs;
  /** Where these are in an object store: a folder that it has, and whose process ended before removing it, is removed. */
  folders?: Pick<StoredFolders, 'arePacked' | 'isPacked'>;
}): Promise<string[]> {
  await sweepTrees(db);
  await sweepWorkFolders(path.join(filesDir, WORK_FOLDERS), fs);
  const removed = await sweepClouds({ db, filesDir, fs });
  const candidates = await findCandidates(path.join(filesDir, 'models'), fs);
  if (candidates.length === 0) return removed;
  // This is read after the folders were listed, so it includes versions that were registered meanwhile.
  const rows = await db.select({ filepath: captures.filepath }).from(captures);
  const used = new Set(
    rows.map(({ filepath }) => versionOfUrl(filepath)).map((v) => v && path.join(v.slug, v.layer, v.version)),
  );
  for (const candidate of candidates) {
    if (used.has(candidate.name)) {
      if (candidate.isUnsettled && folders?.arePacked && (await folders.isPacked(folderName(candidate))))
        await fs.remove(candidate.folder);
      await fs.remove(`${candidate.folder}.owner`);
    } else {
      for (const leftover of [candidate.folder, `${candidate.folder}.part`, `${candidate.folder}.owner`])
        await fs.remove(leftover);
      for (const above of [path.dirname(candidate.folder), path.dirname(path.dirname(candidate.folder))])
        await fs.removeIfEmpty(above);
      removed.push(path.join('models', candidate.name));
    }
  }
  return removed;
}

/** Folders whose process ended before it could remove them. */
async function sweepWorkFolders(root: string, fs: PublishFs): Promise<void> {
  const names = new Set((await fs.list(root)).map((name) => name.replace(/\.owner$/, '')));
  for (const name of names) {
    const owner = await readOwner(path.join(root, `${name}.owner`));
    if (owner && isWriterActive(owner)) continue;
    await fs.remove(path.join(root, name));
    await fs.remove(path.join(root, `${name}.owner`));
  }
  await fs.removeIfEmpty(root);
}

interface Candidate {
  /** Absolute path of the version's folder, which may not exist yet. */
  folder: string;
  /** `<slug>/<layer>/<version>` */
  name: string;
  /** Whether it has the file of a process that wrote it. */
  isUnsettled: boolean;
}

const folderName = ({ name }: Candidate): string => `models/${name.split(path.sep).join('/')}`;

async function findCandidates(root: string, fs: PublishFs): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const slug of await fs.list(root))
    for (const layer of await fs.list(path.join(root, slug)).catch(noFolder))
      for (const version of await versions(path.join(root, slug, layer), fs)) {
        const folder = path.join(root, slug, layer, version);
        const owner = await readOwner(`${folder}.owner`);
        if (!owner || !isWriterActive(owner))
          found.push({ folder, name: path.join(slug, layer, version), isUnsettled: owner !== null });
      }
  return found;
}

async function versions(folder: string, fs: PublishFs): Promise<Set<string>> {
  const names = await fs.list(folder).catch(noFolder);
  return new Set(names.map((name) => name.replace(/\.(part|owner)$/, '')).filter(isVersion));
}

/** A file where a folder is expected was not created by the server, so it is kept. */
function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOTDIR') return [];
  throw error;
}
