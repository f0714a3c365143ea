import { and, inArray, lt, ne } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { uploads } from '@overlook/db/schema';
import { UPLOADS } from '@overlook/shared/config';
import type { Clock } from '../../services/clock.ts';
import { removeOtherUploads, type UploadStores } from '../../storage/uploads/stored-upload.ts';
import { selectUploads, stateOf } from './find-upload.ts';

/** Removes deliveries that nobody has touched for a week and that are not at work, lines of old finished ones, and bytes without a row. */
export async function sweepDeliveries({
  db,
  clock,
  ...stores
}: UploadStores & { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  await db.delete(uploads).where(lt(uploads.finishedAt, before(UPLOADS.listedMs)));
  const old = await selectUploads(db).where(
    and(ne(uploads.state, 'done'), lt(uploads.touchedAt, before(UPLOADS.keptMs))),
  );
  const ids = old.filter((found) => stateOf(found) !== 'working').map(({ row }) => row.id);
  if (ids.length > 0) await db.delete(uploads).where(inArray(uploads.id, ids));
  await removeOtherUploads(stores, () => keptDeliveries(db));
}

/** Ids of the deliveries whose bytes are kept. */
export async function keptDeliveries(db: Db): Promise<ReadonlySet<string>> {
  const kept = await db.select({ id: uploads.id }).from(uploads).where(ne(uploads.state, 'done'));
  return new Set(kept.map(({ id }) => id));
}
