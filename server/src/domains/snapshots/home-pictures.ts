import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { modelGroups, models } from '@overlook/db/schema';
import { MODEL_TYPES } from '@overlook/shared/config';
import { isAllowedAtSite, type PermissionMap } from '@overlook/shared/permissions';

/** The picture of a layer from the home view of its site, made when the layer was published. */
export interface HomePicture {
  readonly url: string;
  readonly madeAt: Date;
}

/** A layer that has such a picture. */
export interface PicturedLayer {
  readonly siteId: number;
  readonly modeltypeId: number;
  readonly picture: HomePicture;
}

export async function listPicturedLayers(db: Db, siteIds: readonly number[]): Promise<PicturedLayer[]> {
  const url = sql<string>`${models.plan}->>'homePictureUrl'`;
  const rows = await db
    .select({ siteId: modelGroups.siteId, modeltypeId: models.modeltypeId, url, plan: models.plan })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .where(and(inArray(modelGroups.siteId, [...siteIds]), sql`${url} is not null`));
  return rows.map(({ url: pictureUrl, plan, ...layer }) => ({
    ...layer,
    picture: { url: pictureUrl, madeAt: new Date(plan!.madeAt) },
  }));
}

/** Ids of the model types that a reader may view at a site, the best one first. */
export const viewableTypes = (permissions: PermissionMap, siteId: number): number[] =>
  MODEL_TYPES.filter(({ id, token }) => id > 0 && isAllowedAtSite(permissions, siteId, token)).map(({ id }) => id);

/** The picture of the best layer of a site that the reader may view; null without one. */
export async function findHomePicture(db: Db, permissions: PermissionMap, siteId: number): Promise<HomePicture | null> {
  const layers = await listPicturedLayers(db, [siteId]);
  for (const type of viewableTypes(permissions, siteId)) {
    const found = layers.find(({ modeltypeId }) => modeltypeId === type);
    if (found) return found.picture;
  }
  return null;
}
