import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { cadTrees, captures, modelGroups, models, sites } from '@overlook/db/schema';
import { type LayerName, layerModelType } from '../../storage/layers.ts';
import { type VersionFolder, versionOfUrl } from '../../storage/version-folders.ts';

export type CaptureRow = typeof captures.$inferSelect;

/** A layer of a site. */
export interface LayerOfSite {
  readonly siteId: number;
  readonly modeltypeId: 1 | 2 | 3 | 4;
}

/** The captures of a layer that people see, newest first. */
export const publishedCaptures = (db: Db, { siteId, modeltypeId }: LayerOfSite): Promise<CaptureRow[]> =>
  db
    .select()
    .from(captures)
    .where(
      and(
        eq(captures.siteId, siteId),
        eq(captures.modeltypeId, modeltypeId),
        isNotNull(captures.publishedAt),
        isNull(captures.withdrawnAt),
      ),
    )
    .orderBy(desc(captures.takenOn));

/** The files of the published captures of a layer, newest first, without those that another server holds. */
export async function publishedVersions(db: Db, slug: string, layer: LayerName): Promise<VersionFolder[]> {
  const [site] = await db.select({ id: sites.id }).from(sites).where(eq(sites.slug, slug));
  const { id: modeltypeId } = layerModelType(layer);
  const found = site ? await publishedCaptures(db, { siteId: site.id, modeltypeId }) : [];
  return found.flatMap(({ filepath }) => (versionOfUrl(filepath) as VersionFolder | null) ?? []);
}

/** Removes captures with what belongs to them. A large tree is deleted later, in portions, by a sweep. */
export async function removeCaptures(tx: Db, rows: readonly Pick<CaptureRow, 'id'>[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.update(cadTrees).set({ captureId: null }).where(inArray(cadTrees.captureId, ids));
  await tx.delete(captures).where(inArray(captures.id, ids));
}

/**
 * Makes the newest published capture the one that clients without captures show, and removes the layer where there is none. Returns the id
 * of the layer, or null. `tx` has locked the site.
 */
export async function makeNewestCurrent(tx: Db, { siteId, modeltypeId }: LayerOfSite): Promise<number | null> {
  const [newest] = await publishedCaptures(tx, { siteId, modeltypeId });
  const [group] = await tx.select().from(modelGroups).where(eq(modelGroups.siteId, siteId));
  const modelgroupId = group!.id;
  if (!newest) {
    await tx.delete(models).where(and(eq(models.modelgroupId, modelgroupId), eq(models.modeltypeId, modeltypeId)));
    return null;
  }
  const [row] = await tx
    .insert(models)
    .values({ modelgroupId, modeltypeId, captureId: newest.id })
    .onConflictDoUpdate({ target: [models.modelgroupId, models.modeltypeId], set: { captureId: newest.id } })
    .returning();
  return row!.id;
}
