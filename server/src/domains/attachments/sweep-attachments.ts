import { and, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { attachments } from '@overlook/db/schema';
import { UPLOAD_KEPT_MS } from '@overlook/shared/config';
import type { Clock } from '../../services/clock.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { sweepUnnamed } from '../../storage/objects/sweep-unnamed.ts';
import { ATTACHMENT_KEYS, attachmentKey } from './attachment-key.ts';

interface Stores {
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes uploads that no change has named within `UPLOAD_KEPT_MS`, and files of that age without a row: their site was
 * deleted, or the server was stopped before the row was stored. Files of archived attachments are kept.
 */
export async function sweepAttachments({ db, objects, clock }: Stores): Promise<{ rows: number; files: number }> {
  const before = new Date(clock.now().getTime() - UPLOAD_KEPT_MS);
  const orphans = await db
    .delete(attachments)
    .where(and(isNull(attachments.mocId), lt(attachments.createdAt, before)))
    .returning({ uuid: attachments.uuid });
  for (const { uuid } of orphans) await objects.delete(attachmentKey(uuid));
  return { rows: orphans.length, files: await sweepUnnamedAttachments({ db, objects }, before.getTime()) };
}

/** Of these names of files those that rows have. */
export async function namedAttachments(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const uuids = names.filter((name) => UUID.test(name));
  const rows = await db.select({ uuid: attachments.uuid }).from(attachments).where(inArray(attachments.uuid, uuids));
  // A name of another kind was not made here.
  return new Set([...rows.map(({ uuid }) => uuid), ...names.filter((name) => !UUID.test(name))]);
}

/** Removes files without a row, last changed before `beforeMs` (Unix milliseconds). Returns how many. */
export const sweepUnnamedAttachments = ({ db, objects }: Omit<Stores, 'clock'>, beforeMs: number): Promise<number> =>
  sweepUnnamed({ objects, prefix: ATTACHMENT_KEYS, beforeMs }, (names) => namedAttachments(db, names));
