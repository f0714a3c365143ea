import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, pointclouds } from '@overlook/db/schema';
import type { StoreDescription } from '../../pointclouds/store/store-index.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { removePacked } from '../../storage/folders/packed-parts.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { TwoStores } from '../../storage/objects/two-stores.ts';
import { isWriterActive, readOwner, thisOwner } from '../../storage/version-folders.ts';
import type { ConvertedPoints } from './convert-points.ts';

/** Folder below `filesDir` for the exact stores of point clouds, each by the uuid of its row. */
const CLOUD_FOLDERS = 'pointclouds';

/** An exact store under its final name, but not yet registered. */
export interface StoredCloud {
  readonly uuid: string;
  readonly description: StoreDescription;
  /** Of its files, without those that an earlier store has too. */
  readonly bytes: number;
}

interface Stores {
  readonly filesDir: string;
  readonly fs: PublishFs;
  /** Where it goes with S3; below `filesDir` without. */
  readonly objects?: ObjectStore;
}

const filepathOf = (uuid: string): string => `${CLOUD_FOLDERS}/${uuid}`;
const ownerFileOf = (folder: string): string => `${folder}.owner`;

/** Moves a converted store to the folder from which exports read. Leaves no files there when it throws. */
export async function storeCloud(
  { storeFolder, description }: Pick<ConvertedPoints, 'storeFolder' | 'description'>,
  { filesDir, fs, objects }: Stores,
): Promise<StoredCloud> {
  const names = await fs.list(storeFolder);
  const files = await Promise.all(names.map((name) => stat(path.join(storeFolder, name))));
  const own = files.filter(({ nlink }) => nlink === 1);
  const cloud = { uuid: randomUUID(), description, bytes: own.reduce((sum, { size }) => sum + size, 0) };
  const folder = path.join(filesDir, filepathOf(cloud.uuid));
  try {
    if (objects instanceof TwoStores) {
      // What a process that is killed leaves there is swept after a day.
      await objects.takeFolder(`${filepathOf(cloud.uuid)}/`, storeFolder);
      return cloud;
    }
    // The owner file is written first: a sweep removes a store without one.
    await fs.makeFolder(path.dirname(folder));
    await fs.write(ownerFileOf(folder), Buffer.from(JSON.stringify(thisOwner())));
    await fs.rename(storeFolder, folder);
    await fs.sync(path.dirname(folder), 'folder');
    return cloud;
  } catch (error) {
    await removeCloud(filepathOf(cloud.uuid), { filesDir, fs, ...(objects && { objects }) });
    throw error;
  }
}

/**
 * Replaces the cloud of a capture by another one, or by none; a store that then has no row is swept. Call it within a transaction that has
 * locked the site.
 */
export async function registerCloud(
  tx: Pick<Db, 'delete' | 'insert' | 'update'>,
  { siteId, captureId }: { readonly siteId: number; readonly captureId: number },
  cloud: StoredCloud | null,
): Promise<void> {
  await tx.delete(pointclouds).where(eq(pointclouds.captureId, captureId));
  if (cloud) {
    const { uuid, description, bytes } = cloud;
    await tx.insert(pointclouds).values({
      uuid,
      siteId,
      captureId,
      densities: description.densities,
      filepath: filepathOf(uuid),
      points: description.points,
      coordinateSystem: description.frame.name,
      hasColor: description.columns.includes('rgb'),
      hasIntensity: description.columns.includes('intensity'),
    });
    const withCloud = sql`${captures.bytes} + ${bytes}`;
    await tx.update(captures).set({ bytes: withCloud }).where(eq(captures.id, captureId));
  }
}

/** Removes a store that no row names. `filepath` is that of its row. */
export async function removeCloud(filepath: string, { filesDir, fs, objects }: Stores): Promise<void> {
  const folder = path.join(filesDir, filepath);
  await fs.remove(folder);
  await fs.remove(ownerFileOf(folder));
  await fs.removeIfEmpty(path.dirname(folder));
  if (objects) await removePacked(objects, filepath);
}

/** After registration: the store has its row, and replaced ones have none. */
export async function settleCloud(cloud: StoredCloud | null, stores: Stores & { db: Db }): Promise<void> {
  if (cloud) await stores.fs.remove(ownerFileOf(path.join(stores.filesDir, filepathOf(cloud.uuid))));
  // A failure here costs disk space until the next sweep, not the import.
  await sweepClouds(stores).catch(() => undefined);
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
