import { eq } from 'drizzle-orm';
import { captures } from '@overlook/db/schema';
import { type Capture, captureSchema } from '@overlook/shared/schemas';
import type { ReadingContext } from '../../context.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { mayReadCapture, storedCaptures } from './find-capture.ts';

/** The captures of the layers of a site that exist for the reader, by layer and date; none for a site that the reader may not see. */
export async function listCaptures(
  { db, log, reader }: ReadingContext,
  { siteId }: { siteId: number },
): Promise<{ captures: Capture[] }> {
  const rows = await storedCaptures(db, eq(captures.siteId, siteId));
  const visible = rows
    .filter((row) => mayReadCapture(reader, row))
    .map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt?.toISOString() ?? null }));
  return { captures: readableRows(log, 'capture', captureSchema, visible).map((row) => captureSchema.parse(row)) };
}
