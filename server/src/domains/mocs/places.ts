import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocPois, sites } from '@overlook/db/schema';
import { POI_DIFFERENCE_METRES } from '@overlook/shared/config';
import { distance, type Lla, ecefFromLla, type Vec3 } from '@overlook/shared/maths';
import { MOCS_MESSAGES, ADMIN_MESSAGES } from '@overlook/shared/messages';
import { isAtSite } from '@overlook/shared/mocs';
import { llaSchema, type MocPoi } from '@overlook/shared/schemas';
import { invalid, notFound } from '../../errors/app-error.ts';

/** The place of a site's origin; null where it has no readable one. Throws 404 when there is no such site. */
export async function siteOrigin(db: Db, siteId: number): Promise<Lla | null> {
  const [site] = await db.select({ data: sites.data }).from(sites).where(eq(sites.id, siteId));
  if (!site) throw notFound(ADMIN_MESSAGES['site.unknown']);
  const data = site.data as { meta?: { origin?: unknown } } | null;
  return llaSchema.nullish().catch(null).parse(data?.meta?.origin) ?? null;
}

/** Throws 400 for a position that is not at the site, or whose degrees and ECEF coordinates are different places. */
export function assertPoiAtSite(poi: MocPoi, origin: Lla | null): void {
  const byDegrees = ecefFromLla({ longitude: poi.longitude, latitude: poi.latitude, height: poi.altitude });
  const byCoordinates: Vec3 = [poi.x, poi.y, poi.z];
  const refused = !isAtSite(byCoordinates, origin)
    ? MOCS_MESSAGES['moc.elsewhere']
    : distance(byDegrees, byCoordinates) > POI_DIFFERENCE_METRES
      ? MOCS_MESSAGES['moc.positionsDiffer']
      : null;
  if (refused) throw invalid(refused, { poi: refused });
}

/** Stores the position of a change, in place of the old one. */
export async function setPoi(tx: Db, mocId: number, poi: MocPoi): Promise<void> {
  await tx.delete(mocPois).where(eq(mocPois.mocId, mocId));
  await tx.insert(mocPois).values({ mocId, ...poi });
}
