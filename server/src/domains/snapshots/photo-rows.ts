import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import { photos, snapshots } from '@overlook/db/schema';
import { type NearbyPhoto, photoAnswerSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { snapshotOf, type SnapshotRow, SUMMARY_COLUMNS } from './snapshot-rows.ts';

export type SitePhoto = Omit<NearbyPhoto, 'distanceM'>;

const { details: _details, sourceName: _sourceName, ...photoColumns } = getTableColumns(photos);

/** The columns of a photo that an answer needs. */
export const PHOTO_SELECTION = { snapshot: SUMMARY_COLUMNS, photo: photoColumns };

type PhotoRow = Omit<typeof photos.$inferSelect, 'details' | 'sourceName'>;

export interface SelectedPhoto {
  readonly snapshot: Omit<SnapshotRow, 'bookmark' | 'view'>;
  readonly photo: PhotoRow;
}

type Reading = Pick<SignedInContext, 'log' | 'caller'>;

function describePhoto({
  snapshotId: _,
  headingDeg,
  pitchDeg,
  rollDeg,
  takenAt,
  ...columns
}: PhotoRow): SitePhoto['photo'] {
  const tilt = pitchDeg === null || rollDeg === null ? null : { pitchDeg, rollDeg };
  return {
    ...columns,
    angles: headingDeg === null || !tilt ? null : { headingDeg, ...tilt },
    tilt: headingDeg === null ? tilt : null,
    takenAt: takenAt?.toISOString() ?? null,
  };
}

/** The photos that a condition on `snapshots` selects, in no order. An invalid row is omitted and logged. */
export async function loadPhotos(
  ctx: Pick<SignedInContext, 'db' | 'log' | 'caller'>,
  condition: SQL,
): Promise<SitePhoto[]> {
  const rows = await ctx.db
    .select(PHOTO_SELECTION)
    .from(snapshots)
    .innerJoin(photos, eq(photos.snapshotId, snapshots.id))
    .where(condition);
  return readablePhotos(ctx, rows);
}

/** The valid rows in the form of the answer; the others are logged. */
export function readablePhotos({ log, caller }: Reading, rows: readonly SelectedPhoto[]): SitePhoto[] {
  const described = rows.map(({ snapshot, photo }) => ({
    ...snapshotOf(log, { ...snapshot, bookmark: null, view: null }, caller.userId),
    photo: describePhoto(photo),
  }));
  return readableRows(log, 'photo', photoAnswerSchema.shape.snapshot, described).filter(
    ({ pois }) => pois.length === 1,
  );
}
