import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointclouds } from '@overlook/db/schema';
import { isAllowedAtSite, type PermissionMap, type PermissionToken } from '@overlook/shared/permissions';
import { type Pointcloud, pointcloudSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { STORE_FILES } from '../../pointclouds/store/store-index.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { findSite } from './find-site.ts';

export type PointcloudRow = typeof pointclouds.$inferSelect;

/** A person who may request or fetch exports may see the cloud and the layers of those exports. */
export const READERS: readonly PermissionToken[] = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'];

/** Folder of the store of a cloud. */
export const storeFolder = (filesDir: string, { filepath }: Pick<PointcloudRow, 'filepath'>): string =>
  join(filesDir, filepath);

/** File of a cloud's count grid. */
export const gridFile = (filesDir: string, row: Pick<PointcloudRow, 'filepath'>): string =>
  join(storeFolder(filesDir, row), STORE_FILES.grid);

/**
 * The point cloud of a site; null where there is none that can be exported; an invalid row is logged. Throws 404 for a
 * site that the caller may not export from.
 */
export async function loadPointcloud(
  ctx: SignedInContext,
  { siteSlug }: { siteSlug: string },
): Promise<{ pointcloud: Pointcloud | null }> {
  const siteId = await findSite(ctx, siteSlug, READERS);
  const [row] = await ctx.db.select().from(pointclouds).where(eq(pointclouds.siteId, siteId));
  if (!row) return { pointcloud: null };
  const { uuid, densities, points, coordinateSystem, hasColor, hasIntensity } = row;
  const gridUrl = `/files/pointgrab/grid/${uuid}`;
  const { exportPointsMost: pointsMost } = ctx.env;
  const described = { uuid, densities, points, coordinateSystem, hasColor, hasIntensity, gridUrl, pointsMost };
  const [pointcloud = null] = readableRows(ctx.log, 'point cloud', pointcloudSchema, [{ id: uuid, ...described }]);
  return { pointcloud };
}

/** The cloud with this uuid, when the holder of these permissions may export from its site; null otherwise. */
export async function findReadableCloud(
  db: Db,
  permissions: PermissionMap,
  uuid: string,
): Promise<PointcloudRow | null> {
  const [row] = await db.select().from(pointclouds).where(eq(pointclouds.uuid, uuid));
  return row && READERS.some((token) => isAllowedAtSite(permissions, row.siteId, token)) ? row : null;
}
