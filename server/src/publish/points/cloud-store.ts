import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointclouds } from '@overlook/db/schema';
import type { StoreDescription } from '../../pointclouds/store/store-index.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { isWriterActive, readOwner, thisOwner } from '../../storage/version-folders.ts';
import type { ConvertedPoints } from './convert-points.ts';

/** Folder below `filesDir` for the exact stores of point clouds, each by the uuid of its row. */
const CLOUD_FOLDERS = 'pointclouds';

/** An exact store under its final name, but not yet registered. */
export interface StoredCloud {
  readonly uuid: string;
  readonly description: StoreDescription;
}

interface Stores {
  readonly filesDir: string;
  readonly fs: PublishFs;
}

const filepathOf = (uuid: string): string => `${CLOUD_FOLDERS}/${uuid}`;
const ownerFileOf = (folder: string): string => `${folder}.owner`;

/** Moves a converted store to the folder from which exports read. Leaves no files there when it throws. */
export async function storeCloud(
  { storeFolder, description }: Pick<ConvertedPoints, 'storeFolder' | 'description'>,
  { filesDir, fs }: Stores,
): Promise<StoredCloud> {
  const cloud = { uuid: randomUUID(), description };
  const folder = path.join(filesDir, filepathOf(cloud.uuid));
  try {
    // The owner file is written first: a sweep removes a store without one.
    await fs.makeFolder(path.dirname(folder));
    await fs.write(ownerFileOf(folder), Buffer.from(JSON.stringify(thisOwner())));
    await fs.rename(storeFolder, folder);
    await fs.sync(path.dirname(folder), 'folder');
    return cloud;
  } catch (error) {
    await removeCloud(filepathOf(cloud.uuid), { filesDir, fs });
    throw error;
  }
}

/**
 * Replaces the cloud of a site by another one, or by none. Returns the path of the store that then has no row, below
 * `filesDir`. Call it within a transaction that has locked the site.
 */
export async function registerCloud(
  tx: Pick<Db, 'delete' | 'insert'>,
  siteId: number,
  cloud: StoredCloud | null,
): Promise<string | null> {
  const [before] = await tx
    .delete(pointclouds)
    .where(eq(pointclouds.siteId, siteId))
    .returning({ filepath: pointclouds.filepath });
  if (cloud) {
    const { uuid, description } = cloud;
    await tx.insert(pointclouds).values({
      uuid,
      siteId,
      densities: description.densities,
      filepath: filepathOf(uuid),
      points: description.points,
      coordinateSystem: description.frame.name,
      hasColor: description.columns.includes('rgb'),
      hasIntensity: description.columns.includes('intensity'),
    });
  }
  return before?.filepath ?? null;
}

/** Removes a store that no row names. `filepath` is that of its row. */
export async function removeCloud(filepath: string, { filesDir, fs }: Stores): Promise<void> {
  const folder = path.join(filesDir, filepath);
  await fs.remove(folder);
  await fs.remove(ownerFileOf(folder));
  await fs.removeIfEmpty(path.dirname(folder));
}

/** After registration: the store has its row, and the replaced one has none. */
export async function settleCloud(
  cloud: StoredCloud | null,
  replacedFilepath: string | null,
  stores: Stores,
): Promise<void> {
  if (cloud) await stores.fs.remove(ownerFileOf(path.join(stores.filesDir, filepathOf(cloud.uuid))));
  // A failure here costs disk space until the next sweep, not the import.
  if (replacedFilepath !== null) await removeCloud(replacedFilepath, stores).catch(() => undefined);
}

/** Removes a stored store, unless it is registered, which is not known after a connection was lost while committing. */
export async function withdrawCloud({ uuid }: StoredCloud, db: Db, stores: Stores): Promise<void> {
  const rows = await db
    .select({ uuid: pointclouds.uuid })
    .from(pointclouds)
    .where(eq(pointclouds.uuid, uuid))
    // Where the database does not answer, the next sweep decides.
    .catch(() => [{ uuid }]);
  if (rows.length > 0) await stores.fs.remove(ownerFileOf(path.join(stores.filesDir, filepathOf(uuid))));
  else await removeCloud(filepathOf(uuid), stores);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes stores that no row names and that no living process is storing. Returns their paths, relative to `filesDir`. */
export async function sweepClouds({ db, filesDir, fs }: Stores & { db: Db }): Promise<string[]> {
  const root = path.join(filesDir, CLOUD_FOLDERS);
  const names = new Set(
    (await fs.list(root)).map((name) => name.replace(/\.owner$/, '')).filter((name) => UUID.test(name)),
  );
  const abandoned: string[] = [];
  for (const name of names) {
    const owner = await readOwner(ownerFileOf(path.join(root, name)));
    if (!owner || !isWriterActive(owner)) abandoned.push(name);
  }
  if (abandoned.length === 0) return [];
  // This is read after the folders were listed, so it includes stores that were registered meanwhile.
  const rows = await db.select({ filepath: pointclouds.filepath }).from(pointclouds);
  const used = new Set(rows.map(({ filepath }) => filepath));
  const removed = abandoned.map(filepathOf).filter((filepath) => !used.has(filepath));
  for (const filepath of removed) await removeCloud(filepath, { filesDir, fs });
  for (const filepath of abandoned.map(filepathOf).filter((one) => used.has(one)))
    await fs.remove(ownerFileOf(path.join(filesDir, filepath)));
  return removed;
}
