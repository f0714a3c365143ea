import { like } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures } from '@overlook/db/schema';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { MODEL_FILES_URL, type VersionFolder, versionFolder, versionOfUrl } from '../../storage/version-folders.ts';
import type { RegisteredCapture } from './register-capture.ts';
import { removeWritten, type WrittenLayer } from './write-layer.ts';

interface Stores {
  readonly db: Db;
  readonly filesDir: string;
  readonly fs: PublishFs;
}

/**
 * Removes the written files, except registered versions: after a connection was lost while committing the state is not
 * known, and without an answer of the database the next sweep decides.
 */
export async function withdrawLayers(written: readonly WrittenLayer[], { db, filesDir, fs }: Stores): Promise<void> {
  for (const layer of written) {
    const isRegistered = await isReferenced(db, layer.folder).catch(() => true);
    if (isRegistered) await fs.remove(layer.ownerFile);
    else await removeWritten(layer, { fs, filesDir });
  }
}

/** After registration: the owner files and the versions that no capture has any more are removed. */
export async function settleLayers(
  written: readonly WrittenLayer[],
  registered: readonly RegisteredCapture[],
  stores: Stores,
): Promise<void> {
  for (const { ownerFile } of written) await stores.fs.remove(ownerFile);
  await removeVersions(
    registered.flatMap(({ removedFilepaths }) => removedFilepaths),
    stores,
  );
}

/** Removes the versions that these paths point into, unless a capture still has them. */
export async function removeVersions(filepaths: readonly string[], { db, filesDir, fs }: Stores): Promise<void> {
  for (const filepath of filepaths) {
    const old = versionOfUrl(filepath);
    if (!old || (await isReferenced(db, old))) continue;
    // A failure here costs disk space until the next sweep, not the import.
    await fs.remove(versionFolder(filesDir, old as VersionFolder)).catch(() => undefined);
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
