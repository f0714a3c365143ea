import { asc, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { modelGroups, models, rolePermissions, sites } from '@overlook/db/schema';
import { notFound } from '../../errors/app-error.ts';
import { LAYER_NAMES, layerModelType } from '../layers.ts';
import { type PublishFs, nodeFs } from './publish-fs.ts';
import { siteFolder } from './version-folders.ts';

/** A site as an operator sees it. */
export interface StoredSite {
  id: number;
  slug: string;
  name: string;
  description: string;
  layers: { layer: string; filepath: string }[];
}

/** All sites with their layers, by slug. */
export async function listSites(db: Db): Promise<StoredSite[]> {
  const rows = await db.select().from(sites).orderBy(asc(sites.slug));
  const layers = await db
    .select({ siteId: modelGroups.siteId, modeltypeId: models.modeltypeId, filepath: models.filepath })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId));
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
  }));
}

/**
 * Deletes a site with everything that belongs to it, then its model files. Throws `AppError` NOT_FOUND when there is
 * none of that slug.
 */
export async function deleteSite(
  { db, filesDir, fs = nodeFs }: { db: Db; filesDir: string; fs?: PublishFs },
  slug: string,
): Promise<{ id: number; slug: string; name: string }> {
  const deleted = await db.transaction(async (tx) => {
    const [row] = await tx
      .delete(sites)
      .where(eq(sites.slug, slug))
      .returning({ id: sites.id, slug: sites.slug, name: sites.name });
    if (row) await tx.delete(rolePermissions).where(eq(rolePermissions.siteId, row.id));
    return row;
  });
  if (!deleted) throw notFound(`There is no site “${slug}”.`);
  await fs.remove(siteFolder(filesDir, slug));
  return deleted;
}
