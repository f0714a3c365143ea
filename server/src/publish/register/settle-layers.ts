import { like } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures } from '@overlook/db/schema';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { removePacked } from '../../storage/folders/packed-parts.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import {
  MODEL_FILES_URL,
  type VersionFolder,
  versionFolder,
  versionName,
  versionOfUrl,
} from '../../storage/version-folders.ts';
import type { RegisteredCapture } from './register-capture.ts';
import { removeWritten, type WrittenLayer } from './write-layer.ts';

interface Stores {
  readonly db: Db;
  readonly filesDir: string;
  readonly fs: PublishFs;
  readonly objects: ObjectStore;
  /** Whether the object store has what is registered. */
  readonly arePacked?: boolean;
}

/**
 * Removes the written files, except registered versions: after a connection was lost while committing the state is not
 * known, and without an answer of the database the next sweep decides.
 */
export async function withdrawLayers(written: readonly WrittenLayer[], stores: Stores): Promise<void> {
  const { db, fs, objects, arePacked = false } = stores;
  for (const layer of written) {
    const isRegistered = await isReferenced(db, layer.folder).catch(() => true);
    if (isRegistered) {
      // With it, the next sweep removes the folder, where the object store has it.
      if (!arePacked) await fs.remove(layer.ownerFile);
    } else {
      await removeWritten(layer, stores);
      await removePacked(objects, versionName(layer.folder));
    }
  }
}

/**
 * After registration: the owner files are removed, with the folders that the object store has, and the versions that no capture has any
 * more.
 */
export async function settleLayers(
  written: readonly WrittenLayer[],
  registered: readonly RegisteredCapture[],
  stores: Stores,
): Promise<void> {
  for (const layer of written)
    if (stores.arePacked) await removeWritten(layer, stores);
    else await stores.fs.remove(layer.ownerFile);
  await removeVersions(
    registered.flatMap(({ removedFilepaths }) => removedFilepaths),
    stores,
  );
}

/** Removes the versions that these paths point into, unless a capture still has them. */
export async function removeVersions(
  filepaths: readonly string[],
  { db, filesDir, fs, objects }: Stores,
): Promise<void> {
  for (const filepath of filepaths) {
    const old = versionOfUrl(filepath);
    if (!old || (await isReferenced(db, old))) continue;
    // A failure here costs disk space until the next sweep, not the import.
    await fs.remove(versionFolder(filesDir, old as VersionFolder)).catch(() => undefined);
    await removePacked(objects, versionName(old as VersionFolder)).catch(() => undefined);
  }
}

async function isReferenced(
  db: Db,
  { slug, layer, version }: { slug: string; layer: string; version: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: captures.id })
    .from(captures)
    .where(like(captures.filepath, `${MODEL_FILES_URL}${slug}/${layer}/${version}/%`))
    .limit(1);
  return rows.length > 0;
}
