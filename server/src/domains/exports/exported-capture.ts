import { and, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, models } from '@overlook/db/schema';
import type { Reader } from '../../context.ts';
import { isOpenTo, storedCaptures, type StoredCapture } from '../captures/find-capture.ts';

interface LayerOfCapture {
  readonly siteId: number;
  readonly modeltypeId: StoredCapture['modeltypeId'];
  /** Of any layer of the site; absent for the newest captures. */
  readonly captureId?: number | undefined;
}

/** The capture of a layer that is exported: the named one where it is of this layer, else the newest. Null where it does not exist for the reader. */
export async function findExportedCapture(
  db: Db,
  reader: Reader,
  { siteId, modeltypeId, captureId }: LayerOfCapture,
): Promise<StoredCapture | null> {
  const isOfLayer = and(eq(captures.siteId, siteId), eq(captures.modeltypeId, modeltypeId));
  const named = captureId === undefined ? [] : await storedCaptures(db, and(isOfLayer, eq(captures.id, captureId))!);
  const [capture] =
    named.length > 0 ? named : await storedCaptures(db, and(isOfLayer, eq(models.captureId, captures.id))!);
  return capture && isOpenTo(reader, capture) ? capture : null;
}
