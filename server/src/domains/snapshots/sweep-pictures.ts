import { lt, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { snapshotUploads } from '@overlook/db/schema';
import { UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { sweepPictures } from '../../files/pictures.ts';
import type { Clock } from '../../services/clock.ts';

/**
 * Removes uploads that no Place has named for a day, and pictures that nothing in the database names: their Place, its site
 * or its owner was deleted.
 */
export async function sweepUploads({ db, filesDir, clock }: { db: Db; filesDir: string; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - UPLOAD_KEPT_MS);
  await db.delete(snapshotUploads).where(lt(snapshotUploads.createdAt, before));
  await sweepPictures({ filesDir, clock }, async (names) => {
    const asked = sql`(select value from json_array_elements_text(${JSON.stringify(names)}::text::json))`;
    const rows = await db.execute(sql`
      select filename as name from snapshots where filename in ${asked}
      union select uuid::text from snapshot_uploads where uuid::text in ${asked}`);
    return new Set((rows as unknown as { name: string }[]).map(({ name }) => name));
  });
}
