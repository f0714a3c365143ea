import { and, count, eq, isNull, max, min } from 'drizzle-orm';
import { photos, snapshots } from '@overlook/db/schema';
import { photoAnswerSchema, type PhotoDetail, type SitePhotos } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { loadPhotos, type SitePhoto } from './photo-rows.ts';
import { findVisible, noSuchPlace } from './snapshot-rows.ts';

/** The filter values of a site's photos: types, cameras and times. */
export async function describeSitePhotos(
  { db }: SignedInContext,
  { siteId }: { siteId: number },
): Promise<{ photos: SitePhotos }> {
  const groups = await db
    .select({
      heightType: snapshots.heightType,
      camera: photos.camera,
      number: count(),
      first: min(photos.takenAt),
      last: max(photos.takenAt),
    })
    .from(snapshots)
    .innerJoin(photos, eq(photos.snapshotId, snapshots.id))
    .where(and(eq(snapshots.siteId, siteId), isNull(snapshots.archivedAt)))
    .groupBy(snapshots.heightType, photos.camera);
  const counts = { ground: 0, airborne: 0, panosphere: 0 };
  for (const { heightType, number } of groups) if (heightType) counts[heightType] += number;
  // ISO texts of one zone sort by time.
  const times = groups.flatMap(({ first, last }) => [first, last].flatMap((time) => time?.toISOString() ?? [])).sort();
  return {
    photos: {
      counts,
      cameras: [...new Set(groups.map(({ camera }) => camera))].sort((a, b) => a.localeCompare(b)),
      takenFirst: times[0] ?? null,
      takenLast: times.at(-1) ?? null,
    },
  };
}

/** One photo with all metadata of its file. Throws 404 where there is none that the caller may see. */
export async function describePhoto(
  ctx: SignedInContext,
  { id }: { id: number },
): Promise<{ snapshot: SitePhoto; details: PhotoDetail[] }> {
  await findVisible(ctx, id);
  const [[snapshot], [stored]] = await Promise.all([
    loadPhotos(ctx, eq(snapshots.id, id)),
    ctx.db.select({ details: photos.details }).from(photos).where(eq(photos.snapshotId, id)),
  ]);
  if (!snapshot || !stored) throw noSuchPlace();
  const { details } = photoAnswerSchema.shape;
  return { snapshot, details: readableValue(ctx.log, `photo ${id}, details`, details, stored.details, []) };
}
