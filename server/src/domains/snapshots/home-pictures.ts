import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, modelGroups, models } from '@overlook/db/schema';
import { MODEL_TYPES } from '@overlook/shared/config';
import { isAllowedAtSite, type PermissionMap } from '@overlook/shared/permissions';

/** The picture of a layer from the home view of its site, made when the layer was published. */
export interface HomePicture {
  readonly url: string;
  readonly madeAt: Date;
}

/** The layers that have such a picture, with its address, at the sites that `condition` selects. */
export const picturedLayers = (db: Db, condition: SQL) => {
  const url = sql<string>`${captures.plan}->>'homePictureUrl'`;
  return db
    .select({
      siteId: modelGroups.siteId,
      modeltypeId: models.modeltypeId,
      url,
      madeAt: sql<string>`${captures.plan}->>'madeAt'`,
    })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .innerJoin(captures, eq(captures.id, models.captureId))
    .where(and(condition, sql`${url} is not null`));
};

/** Ids of the model types that a reader may view at a site, the best one first. */
export const viewableTypes = (permissions: PermissionMap, siteId: number): number[] =>
  MODEL_TYPES.filter(({ id, token }) => id > 0 && isAllowedAtSite(permissions, siteId, token)).map(({ id }) => id);

/** The picture of the best layer of a site that the reader may view; null without one. */
export async function findHomePicture(db: Db, permissions: PermissionMap, siteId: number): Promise<HomePicture | null> {
  const layers = await picturedLayers(db, eq(modelGroups.siteId, siteId));
  for (const type of viewableTypes(permissions, siteId)) {
    const found = layers.find(({ modeltypeId }) => modeltypeId === type);
    if (found) return { url: found.url, madeAt: new Date(found.madeAt) };
  }
  return null;
}
