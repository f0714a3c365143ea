import { asc, count, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import {
  captures,
  modelGroups,
  models,
  pointclouds,
  rolePermissions,
  sites,
  snapshots,
  uploads,
} from '@overlook/db/schema';
import { notFound } from '../../errors/app-error.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import { removePacked } from '../../storage/folders/packed-parts.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { removePicture } from '../../storage/pictures.ts';
import { LAYER_NAMES, layerModelType } from '../../storage/layers.ts';
import { forEachInParallel } from '../in-parallel.ts';
import { removeCloud } from '../points/cloud-store.ts';
import { removePhotos } from '../photos/register-photos.ts';
import { type PublishFs, nodeFs } from '../../errors/publish-fs.ts';
import { siteFolder, siteVersions } from '../../storage/version-folders.ts';
import { removeUpload } from '../../storage/uploads/stored-upload.ts';

/** Pictures that are removed at once: S3 takes some 50 ms for each of their files. */
const PICTURES_AT_ONCE = 16;

/** A site as an operator sees it. */
export interface StoredSite {
  id: number;
  slug: string;
  name: string;
  description: string;
  /** Archived: for those who view sites it does not exist. */
  isArchived: boolean;
  layers: { layer: string; filepath: string }[];
  /** How many it has. */
  photos: number;
}

/** All sites with their layers, by slug. */
export async function listSites(db: Db): Promise<StoredSite[]> {
  const rows = await db.select().from(sites).orderBy(asc(sites.slug));
  const layers = await db
    .select({ siteId: modelGroups.siteId, modeltypeId: models.modeltypeId, filepath: captures.filepath })
    .from(models)
    .innerJoin(captures, eq(captures.id, models.captureId))
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId));
  const photos = await db
    .select({ siteId: snapshots.siteId, count: count() })
    .from(snapshots)
    .where(isNotNull(snapshots.heightType))
    .groupBy(snapshots.siteId);
  return rows.map(({ id, slug, name, description, archivedAt }) => ({
    id,
    slug,
    name,
    description,
    isArchived: archivedAt !== null,
    layers: LAYER_NAMES.flatMap((layer) =>
      layers
        .filter((row) => row.siteId === id && row.modeltypeId === layerModelType(layer).id)
        .map(({ filepath }) => ({ layer, filepath })),
    ),
    photos: photos.find((row) => row.siteId === id)?.count ?? 0,
  }));
}

interface SiteStores {
  readonly db: Db;
  readonly filesDir: string;
  /** Files that are one object each; below `filesDir` without it. */
  readonly objects?: ObjectStore;
  readonly fs?: PublishFs;
}

type DeletedSite = Pick<StoredSite, 'id' | 'slug' | 'name'>;
/** `formerSlugs` name folders with its older files. */
type FoundSite = DeletedSite & { readonly formerSlugs: readonly string[] };

/** Deletes the site of this slug. Throws `AppError` NOT_FOUND when there is none. */
export const deleteSite = (stores: SiteStores, slug: string): Promise<DeletedSite> =>
  deleteFoundSite(stores, async (tx) => {
    const [found] = await tx.select().from(sites).where(eq(sites.slug, slug)).for('update');
    if (!found) throw notFound(`There is no site “${slug}”.`);
    return found;
  });

/**
 * Deletes a site with everything that belongs to it, then its model files, its point clouds, the pictures of its photos and the bytes of
 * unfinished deliveries.
 * `find` runs first in the transaction, and throws where the site may not be deleted.
 */
export async function deleteFoundSite(
  { db, filesDir, objects = new FolderStore(filesDir), fs = nodeFs }: SiteStores,
  find: (tx: Db) => Promise<FoundSite>,
): Promise<DeletedSite> {
  const { site, folders, pictures, clouds, deliveries } = await db.transaction(async (tx) => {
    const { id, slug, name, formerSlugs } = await find(tx);
    const deleted = {
      folders: [slug, ...formerSlugs],
      pictures: await removePhotos(tx, id),
      clouds: await tx.select({ filepath: pointclouds.filepath }).from(pointclouds).where(eq(pointclouds.siteId, id)),
      deliveries: await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.siteId, id)),
    };
    await tx.delete(sites).where(eq(sites.id, id));
    await tx.delete(rolePermissions).where(eq(rolePermissions.siteId, id));
    return { site: { id, slug, name }, ...deleted };
  });
  for (const folder of folders) {
    await fs.remove(siteFolder(filesDir, folder));
    await removePacked(objects, siteVersions(folder));
  }
  for (const { filepath } of clouds) await removeCloud(filepath, { filesDir, fs, objects });
  await forEachInParallel(pictures, PICTURES_AT_ONCE, (filename) => removePicture(objects, filename));
  for (const { id } of deliveries) await removeUpload({ filesDir, objects }, id);
  return site;
}
