import { opendir, rm, stat } from 'node:fs/promises';
import { and, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { attachments } from '@overlook/db/schema';
import { UPLOAD_KEPT_MS } from '@overlook/shared/config';
import type { Clock } from '../../services/clock.ts';
import { attachmentFile, attachmentsFolder } from './attachment-file.ts';

interface Stores {
  readonly db: Db;
  /** `<DATA_DIR>/files`. */
  readonly filesDir: string;
  readonly clock: Clock;
}

/** Files whose rows are looked up at once. */
const FILES_AT_ONCE = 1000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes uploads that no change has named within `UPLOAD_KEPT_MS`, and files of that age without a row: their site was
 * deleted, or the server was stopped before the row was stored. Files of archived attachments are kept.
 */
export async function sweepAttachments({ db, filesDir, clock }: Stores): Promise<{ rows: number; files: number }> {
  const before = new Date(clock.now().getTime() - UPLOAD_KEPT_MS);
  const orphans = await db
    .delete(attachments)
    .where(and(isNull(attachments.mocId), lt(attachments.createdAt, before)))
    .returning({ uuid: attachments.uuid });
  for (const { uuid } of orphans) await rm(attachmentFile(filesDir, uuid), { force: true });
  return { rows: orphans.length, files: await sweepUnnamedAttachments({ db, filesDir }, before.getTime()) };
}

/** Removes files without a row, last changed before `beforeMs` (Unix milliseconds). Returns how many. */
export async function sweepUnnamedAttachments(
  { db, filesDir }: Omit<Stores, 'clock'>,
  beforeMs: number,
): Promise<number> {
  let files = 0;
  for await (const uuids of oldFiles(filesDir, beforeMs)) {
    const rows = await db.select({ uuid: attachments.uuid }).from(attachments).where(inArray(attachments.uuid, uuids));
    const kept = new Set(rows.map(({ uuid }) => uuid));
    const unnamed = uuids.filter((uuid) => !kept.has(uuid));
    for (const uuid of unnamed) await rm(attachmentFile(filesDir, uuid), { force: true });
    files += unnamed.length;
  }
  return files;
}

/** Uuids of those files, in portions. */
async function* oldFiles(filesDir: string, beforeMs: number): AsyncGenerator<string[]> {
  const folder = await opendir(attachmentsFolder(filesDir)).catch(() => null);
  if (!folder) return;
  let uuids: string[] = [];
  for await (const { name } of folder) {
    if (!UUID.test(name)) continue;
    const found = await stat(attachmentFile(filesDir, name)).catch(() => null);
    if (!found || found.mtimeMs >= beforeMs) continue;
    uuids.push(name);
    if (uuids.length < FILES_AT_ONCE) continue;
    yield uuids;
    uuids = [];
  }
  if (uuids.length > 0) yield uuids;
}
