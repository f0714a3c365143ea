import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, pointclouds } from '@overlook/db/schema';
import { POINT_CLOUD } from '@overlook/shared/config';
import { isAllowedAtSite, type PermissionToken } from '@overlook/shared/permissions';
import { type Pointcloud, pointcloudSchema } from '@overlook/shared/schemas';
import type { Reader, SignedInContext } from '../../context.ts';
import { moveOfPlacement } from '../../pointclouds/placed-frame.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { isOpenTo, type StoredCapture, storedCaptures } from '../captures/find-capture.ts';
import { findExportedCapture } from './exported-capture.ts';
import { findSite } from './find-site.ts';

/** A cloud with the move of its capture. */
export type PointcloudRow = typeof pointclouds.$inferSelect & Pick<StoredCapture, 'placement'>;

/** A person who may request or fetch exports may see the cloud and the layers of those exports. */
export const READERS: readonly PermissionToken[] = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'];

/**
 * The point cloud of a capture, the newest unless given; null where there is none that can be exported; an invalid row is logged. Throws 404 for a
 * site that the caller may not export from.
 */
export async function loadPointcloud(
  ctx: SignedInContext,
  { siteSlug, captureId }: { siteSlug: string; captureId?: number | undefined },
): Promise<{ pointcloud: Pointcloud | null }> {
  const siteId = await findSite(ctx, siteSlug, READERS);
  const capture = await findExportedCapture(ctx.db, ctx.caller, { siteId, modeltypeId: POINT_CLOUD.id, captureId });
  const [row] = capture ? await ctx.db.select().from(pointclouds).where(eq(pointclouds.captureId, capture.id)) : [];
  if (!row) return { pointcloud: null };
  const { uuid, densities, points, coordinateSystem, hasColor, hasIntensity } = row;
  const gridUrl = `/files/pointgrab/grid/${uuid}`;
  const { exportPointsMost: pointsMost } = ctx.env;
  const described = { uuid, densities, points, coordinateSystem, hasColor, hasIntensity, gridUrl, pointsMost };
  const moved = { ...described, moveEcef: moveOfPlacement(capture!.placement) };
  const [pointcloud = null] = readableRows(ctx.log, 'point cloud', pointcloudSchema, [{ id: uuid, ...moved }]);
  return { pointcloud };
}

/** The cloud with this uuid, when the reader may export from its site and its capture exists for that reader; null otherwise. */
export async function findReadableCloud(db: Db, reader: Reader, uuid: string): Promise<PointcloudRow | null> {
  const [row] = await db.select().from(pointclouds).where(eq(pointclouds.uuid, uuid));
  if (!row || !READERS.some((token) => isAllowedAtSite(reader.permissions, row.siteId, token))) return null;
  const [capture] = await storedCaptures(db, eq(captures.id, row.captureId));
  return capture && isOpenTo(reader, capture) ? { ...row, placement: capture.placement } : null;
}
