import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { type JobFailure, pointgrabDownloads, users } from '@overlook/db/schema';
import { type DownloadFormat, EXPORTS } from '@overlook/shared/config';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { JobRun } from '../../services/jobs/job-handler.ts';
import { exportFailedMail, exportReadyMail } from '../../services/mail/mail-templates.ts';
import type { CropStores } from './crop-stores.ts';
import { EXPORT_KEYS, exportKey, newExportName, removeAttempts } from './export-files.ts';
import { type DownloadRow, isWanted } from './find-download.ts';
import { DAY_MS } from '../../services/clock.ts';

type Settling = Pick<CropStores, 'filesDir' | 'objects' | 'db' | 'env' | 'mail' | 'clock'>;

/** An export with a complete file of its attempt. */
export interface WrittenExport {
  readonly row: DownloadRow;
  readonly path: string;
  readonly sizeBytes: number;
  readonly counted: { readonly points: number } | { readonly triangles: number };
}

/**
 * Stores the files of exports under names that were never used, and then completes the exports and their job in one transaction, with the
 * mail about them. Throws when the job was cancelled or taken over: then nothing is stored.
 */
export async function settleFinished(
  stores: Settling,
  written: readonly WrittenExport[],
  run: Pick<JobRun, 'complete'>,
): Promise<void> {
  const published = [];
  try {
    for (const one of written) {
      const filename = newExportName(one.row.format as DownloadFormat);
      published.push({ ...one, filename });
      await stores.objects.takeFile(exportKey(filename), one.path);
    }
    await stores.objects.sync(EXPORT_KEYS);
    await complete(stores, published, run);
  } finally {
    await withdrawUnnamed(stores, published).catch(() => {
      // The daily sweep removes them.
    });
  }
}

type PublishedExport = WrittenExport & { readonly filename: string };

/** Removes files that no row names: of formats that are not wanted any more, or of an attempt that has lost its job. */
async function withdrawUnnamed({ db, objects }: Settling, published: readonly PublishedExport[]): Promise<void> {
  const filenames = published.map(({ filename }) => filename);
  const { filename } = pointgrabDownloads;
  const rows = await db.select({ filename }).from(pointgrabDownloads).where(inArray(filename, filenames));
  for (const name of filenames) if (!rows.some((row) => row.filename === name)) await objects.delete(exportKey(name));
}

async function complete(
  stores: Settling,
  written: readonly PublishedExport[],
  run: Pick<JobRun, 'complete'>,
): Promise<void> {
  const { db, clock } = stores;
  await db.transaction(async (tx) => {
    // The job is locked before its downloads, as everywhere: in the other order two could wait for each other.
    await run.complete(tx, written[0]!.counted);
    const wanted = await lockWanted(
      tx,
      written.map(({ row }) => row.uuid),
    );
    const finishedAt = clock.now();
    const ending = { finishedAt, expiresAt: expiryOf(finishedAt) };
    const done = written.filter(({ row }) => wanted.some(({ uuid }) => uuid === row.uuid));
    for (const { row, filename, counted, sizeBytes } of done)
      await tx
        .update(pointgrabDownloads)
        .set({ ...ending, status: 'completed', message: null, filename, ...counted, sizeBytes })
        .where(eq(pointgrabDownloads.uuid, row.uuid));
    await notify(stores, tx, wanted, null);
  });
}

/**
 * Ends exports that cannot be made as requested, with a sentence for the person who requested them, and their job,
 * which counts as successful. Returns the result of the job.
 */
export async function settleRefused(
  stores: Settling,
  rows: readonly DownloadRow[],
  { message, run }: { message: string; run: Pick<JobRun, 'complete'> },
): Promise<{ points: number }> {
  const result = { points: 0 };
  await stores.db.transaction(async (tx) => {
    await run.complete(tx, result);
    await endInError(
      stores,
      tx,
      rows.map(({ uuid }) => uuid),
      message,
    );
  });
  return result;
}

/**
 * Ends exports whose job has failed. The operator's text of a failure may name folders, so the person gets another
 * sentence.
 */
export async function settleFailed(
  stores: Settling,
  tx: Db,
  uuids: readonly string[],
  { code }: JobFailure,
): Promise<void> {
  const message = EXPORTS_MESSAGES[code === 'DISK' ? 'export.diskFull' : 'export.notMade'];
  await endInError(stores, tx, uuids, message);
}

/** Ends exports in error and removes the files of their attempts. */
async function endInError(stores: Settling, tx: Db, uuids: readonly string[], message: string): Promise<void> {
  const wanted = await lockWanted(tx, uuids);
  const finishedAt = stores.clock.now();
  await tx
    .update(pointgrabDownloads)
    .set({ status: 'error', message, finishedAt, expiresAt: expiryOf(finishedAt) })
    .where(
      inArray(
        pointgrabDownloads.uuid,
        wanted.map(({ uuid }) => uuid),
      ),
    );
  await notify(stores, tx, wanted, message);
  await removeAttempts(
    stores.filesDir,
    wanted.map(({ filename }) => filename),
  );
}

/** When the file of an export is removed. */
export const expiryOf = (finishedAt: Date): Date => new Date(finishedAt.getTime() + EXPORTS.keptDays * DAY_MS);

const lockWanted = (tx: Db, uuids: readonly string[]): Promise<DownloadRow[]> =>
  tx
    .select()
    .from(pointgrabDownloads)
    .where(and(inArray(pointgrabDownloads.uuid, [...uuids]), isWanted()))
    .orderBy(pointgrabDownloads.uuid)
    .for('update');

async function findSender(tx: Db, id: number) {
  const { email, firstName, lastName } = users;
  const [user] = await tx.select({ id: users.id, email, firstName, lastName }).from(users).where(eq(users.id, id));
  return user ? { ...user, name: `${user.firstName} ${user.lastName}` } : null;
}

/** Sends one mail for all formats of a request, once. `message` is the reason for the failure; null for success. */
async function notify(
  { env, mail, clock }: Settling,
  tx: Db,
  rows: readonly DownloadRow[],
  message: string | null,
): Promise<void> {
  const due = rows.filter(({ notifiedAt }) => notifiedAt === null);
  const [first] = due;
  if (!first || first.notifyEmail === null) return;
  const { notifyEmail: to, description, siteId, modeltypeId, requestedBy } = first;
  const sender = requestedBy === null ? null : await findSender(tx, requestedBy);
  const facts = {
    productName: env.productName,
    description,
    url: `${env.publicUrl}/export?site=${siteId}`,
    isOfCloud: modeltypeId === null,
    requestedBy: sender?.email === to ? null : sender,
  };
  const content = message === null ? exportReadyMail(facts) : exportFailedMail({ ...facts, message });
  const at = clock.now();
  await mail.add(tx, { to, content, ...(sender && { replyTo: sender.email, sender: { userId: sender.id, at } }) });
  await tx
    .update(pointgrabDownloads)
    .set({ notifiedAt: at })
    .where(
      inArray(
        pointgrabDownloads.uuid,
        due.map(({ uuid }) => uuid),
      ),
    );
}
