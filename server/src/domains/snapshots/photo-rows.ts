import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import { photos, snapshots } from '@overlook/db/schema';
import { type NearbyPhoto, photoAnswerSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { snapshotOf, SUMMARY_COLUMNS } from './snapshot-rows.ts';

export type SitePhoto = Omit<NearbyPhoto, 'distanceM'>;

const { details: _details, sourceName: _sourceName, ...PHOTO_COLUMNS } = getTableColumns(photos);

type PhotoRow = Omit<typeof photos.$inferSelect, 'details' | 'sourceName'>;

function describePhoto({
  snapshotId: _,
  headingDeg,
  pitchDeg,
  rollDeg,
  takenAt,
  ...columns
}: PhotoRow): SitePhoto['photo'] {
  return {
    ...columns,
    angles: headingDeg === null || pitchDeg === null || rollDeg === null ? null : { headingDeg, pitchDeg, rollDeg },
    takenAt: takenAt?.toISOString() ?? null,
  };
}

/** The photos that a condition on `snapshots` selects, in no order. A row that does not fit is left out and logged. */
export async function loadPhotos(
  { db, log, caller }: Pick<SignedInContext, 'db' | 'log' | 'caller'>,
  condition: SQL,
): Promise<SitePhoto[]> {
  const rows = await db
    .select({ snapshot: SUMMARY_COLUMNS, photo: PHOTO_COLUMNS })
    .from(snapshots)
    .innerJoin(photos, eq(photos.snapshotId, snapshots.id))
    .where(condition);
  const described = rows.map(({ snapshot, photo }) => ({
    ...snapshotOf(log, { ...snapshot, bookmark: null, view: null }, caller.userId),
    photo: describePhoto(photo),
  }));
  return readableRows(log, 'photo', photoAnswerSchema.shape.snapshot, described).filter(
    ({ pois }) => pois.length === 1,
  );
}
