import { asc, count, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { modelGroups, models, rolePermissions, sites, snapshots } from '@overlook/db/schema';
import { notFound } from '../../errors/app-error.ts';
import { snapshotFolder } from '../../storage/pictures.ts';
import { LAYER_NAMES, layerModelType } from '../../storage/layers.ts';
import { registerCloud, removeCloud } from '../points/cloud-store.ts';
import { removePhotos } from '../photos/register-photos.ts';
import { type PublishFs, nodeFs } from '../../errors/publish-fs.ts';
import { siteFolder } from '../../storage/version-folders.ts';

/** A site as an operator sees it. */
export interface StoredSite {
  id: number;
  slug: string;
  name: string;
  description: string;
  layers: { layer: string; filepath: string }[];
  /** How many it has. */
  photos: number;
}

/** All sites with their layers, by slug. */
export async function listSites(db: Db): Promise<StoredSite[]> {
  const rows = await db.select().from(sites).orderBy(asc(sites.slug));
  const layers = await db
    .select({ siteId: modelGroups.siteId, modeltypeId: models.modeltypeId, filepath: models.filepath })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId));
  const photos = await db
    .select({ siteId: snapshots.siteId, count: count() })
    .from(snapshots)
    .where(isNotNull(snapshots.heightType))
    .groupBy(snapshots.siteId);
  return rows.map(({ id, slug, name, description }) => ({
    id,
    slug,
    name,
    description,
    layers: LAYER_NAMES.flatMap((layer) =>
      layers
        .filter((row) => row.siteId === id && row.modeltypeId === layerModelType(layer).id)
        .map(({ filepath }) => ({ layer, filepath })),
    ),
    photos: photos.find((row) => row.siteId === id)?.count ?? 0,
  }));
}

/**
 * Deletes a site with everything that belongs to it, then its model files, its point cloud and the pictures of its photos. Throws `AppError` NOT_FOUND when there is
 * none of that slug.
 */
export async function deleteSite(
  { db, filesDir, fs = nodeFs }: { db: Db; filesDir: string; fs?: PublishFs },
  slug: string,
): Promise<{ id: number; slug: string; name: string }> {
  const deleted = await db.transaction(async (tx) => {
    const [found] = await tx.select({ id: sites.id }).from(sites).where(eq(sites.slug, slug));
    const pictures = found ? await removePhotos(tx, found.id) : [];
    const cloud = found ? await registerCloud(tx, found.id, null) : null;
    const [row] = await tx
      .delete(sites)
      .where(eq(sites.slug, slug))
      .returning({ id: sites.id, slug: sites.slug, name: sites.name });
    if (row) await tx.delete(rolePermissions).where(eq(rolePermissions.siteId, row.id));
    return row && { site: row, pictures, cloud };
  });
  if (!deleted) throw notFound(`There is no site “${slug}”.`);
  await fs.remove(siteFolder(filesDir, slug));
  if (deleted.cloud !== null) await removeCloud(deleted.cloud, { filesDir, fs });
  for (const filename of deleted.pictures) await fs.remove(snapshotFolder(filesDir, filename));
  return deleted.site;
}
