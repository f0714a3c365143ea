import { like } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { models } from '@overlook/db/schema';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { MODEL_FILES_URL, type VersionFolder, versionFolder, versionOfUrl } from '../../storage/version-folders.ts';
import type { RegisteredModel } from './register-model.ts';
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

/** After registration: the owner files and the replaced versions are removed. */
export async function settleLayers(
  written: readonly WrittenLayer[],
  registered: readonly RegisteredModel[],
  { db, filesDir, fs }: Stores,
): Promise<void> {
  for (const { ownerFile } of written) await fs.remove(ownerFile);
  for (const { replacedFilepath } of registered) {
    const old = replacedFilepath === null ? null : versionOfUrl(replacedFilepath);
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
    .select({ id: models.id })
    .from(models)
    .where(like(models.filepath, `${MODEL_FILES_URL}${slug}/${layer}/${version}/%`))
    .limit(1);
  return rows.length > 0;
}
