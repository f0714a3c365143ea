import { randomUUID } from 'node:crypto';
import { llaFromEcef, enuFrame, type Lla, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { Db } from '../../db.ts';
import { photos, snapshots } from '../../schema/index.ts';

interface PhotoSeed {
  readonly siteId: number;
  /** East, north and up of `origin`, metres. */
  readonly at: Vec3;
  readonly origin?: Lla;
  readonly snapshot?: Partial<typeof snapshots.$inferInsert>;
  readonly photo?: Partial<typeof photos.$inferInsert>;
}

/** A photo on the ground that looks north; its picture is not stored. Gives its id and the name of its picture. */
export async function aPhoto(
  db: Db,
  { siteId, at, origin = { longitude: 138.5, latitude: -35, height: 30 }, snapshot, photo }: PhotoSeed,
): Promise<{ id: number; filename: string }> {
  const [x, y, z] = transformPoint(enuFrame(origin).ecefFromEnu, at);
  const { longitude, latitude, height } = llaFromEcef([x, y, z]);
  const filename = snapshot?.filename ?? randomUUID();
  const [row] = await db
    .insert(snapshots)
    .values({
      siteId,
      name: 'DSC_0001.JPG',
      imageType: 'photo',
      heightType: 'ground',
      longitude,
      latitude,
      altitude: height,
      x,
      y,
      z,
      ...snapshot,
      filename,
    })
    .returning({ id: snapshots.id });
  const { id } = row!;
  await db.insert(photos).values({
    snapshotId: id,
    projection: 'perspective',
    widthPx: 4000,
    heightPx: 3000,
    headingDeg: 0,
    pitchDeg: 0,
    rollDeg: 0,
    hfovDeg: 70,
    isPoseMeasured: true,
    altitudeSource: 'ellipsoidal',
    sourceName: 'DSC_0001.JPG',
    ...photo,
  });
  return { id, filename };
}
