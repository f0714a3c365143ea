import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, photos, snapshots } from '@overlook/db/schema';
import {
  anglesOf,
  DEG_PER_RAD,
  ecefFromLla,
  enuAxesAt,
  invertAffine,
  llaFromEcef,
  type Mat4,
  moveMatrix,
  multiply,
  photoOrientationEcef,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { Placement } from '@overlook/shared/schemas';

/**
 * Brings the photos of captures in line with these: those of captures that are not shown are hidden, and each is where its capture was moved by
 * hand. `tx` has locked the site.
 */
export async function alignCapturePhotos(tx: Pick<Db, 'select' | 'update'>, siteId: number): Promise<void> {
  const isShown = sql`(${captures.publishedAt} is not null and ${captures.withdrawnAt} is null)`;
  const isOfSite = and(eq(snapshots.siteId, siteId), eq(captures.id, snapshots.captureId));
  await tx
    .update(snapshots)
    .set({ archivedAt: sql`case when ${isShown} then null else now() end` })
    .from(captures)
    .where(and(isOfSite, sql`${isShown} = (${snapshots.archivedAt} is not null)`));
  const moved = await tx
    .select({ snapshot: snapshots, photo: photos, placement: captures.placement })
    .from(snapshots)
    .innerJoin(captures, eq(captures.id, snapshots.captureId))
    .innerJoin(photos, eq(photos.snapshotId, snapshots.id))
    .where(and(isOfSite, sql`${captures.placement} is distinct from ${snapshots.placement}`));
  for (const row of moved) await movePhoto(tx, row);
}

interface MovedPhoto {
  readonly snapshot: typeof snapshots.$inferSelect;
  readonly photo: typeof photos.$inferSelect;
  readonly placement: Placement | null;
}

async function movePhoto(tx: Pick<Db, 'update'>, { snapshot, photo, placement }: MovedPhoto): Promise<void> {
  const { id, longitude, latitude, altitude } = snapshot;
  const before = { longitude: longitude!, latitude: latitude!, height: altitude! };
  const move = betweenPlacements(snapshot.placement, placement);
  const pointEcef = transformPoint(move, ecefFromLla(before));
  const [x, y, z] = pointEcef;
  const after = llaFromEcef(pointEcef);
  const position = { longitude: after.longitude, latitude: after.latitude, altitude: after.height, x, y, z };
  await tx
    .update(snapshots)
    .set({ ...position, placement })
    .where(eq(snapshots.id, id));
  const { headingDeg, pitchDeg, rollDeg } = photo;
  if (headingDeg === null || pitchDeg === null || rollDeg === null) return;
  const { direction, up } = photoOrientationEcef(before, { headingDeg, pitchDeg, rollDeg });
  const { east, north, up: vertical } = enuAxesAt(pointEcef);
  const turned = { direction: transformDirection(move, direction), up: transformDirection(move, up) };
  const angles = anglesOf(turned, { east, north, vertical });
  await tx
    .update(photos)
    .set({
      headingDeg: (angles.headingRad * DEG_PER_RAD + 360) % 360,
      pitchDeg: angles.pitchRad * DEG_PER_RAD,
      rollDeg: angles.rollRad * DEG_PER_RAD,
    })
    .where(eq(photos.snapshotId, id));
}

const STILL: Mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** From where one move has brought the data to where another does, ECEF. */
function betweenPlacements(from: Placement | null, to: Placement | null): Mat4 {
  return multiply(to ? moveMatrix(to) : STILL, from ? invertAffine(moveMatrix(from)) : STILL);
}
