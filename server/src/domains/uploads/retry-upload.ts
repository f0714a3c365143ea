import { stat, rm } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobs, uploads } from '@overlook/db/schema';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { type retryUploadInputSchema, type Upload, uploadPartSchema } from '@overlook/shared/schemas';
import { isUploadPath } from '@overlook/shared/uploads';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid, notFound } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { recordDone } from '../../services/audit.ts';
import { partFolder, uploadFolder } from '../../storage/uploads/upload-folder.ts';
import { findUpload, loadUpload, stateOf } from './find-upload.ts';
import { addImport } from './receive-bytes.ts';

/**
 * Imports a refused delivery again, as the person has corrected it; its bytes are there already. Throws 404, 409 for one
 * that was not refused, 400 for a file that is not in it.
 */
export async function retryUpload(
  ctx: SignedInContext,
  { siteId, id, options, leftOut = [] }: z.output<typeof retryUploadInputSchema>,
): Promise<{ upload: Upload }> {
  const { db, caller, filesDir } = ctx;
  await findUpload(db, caller, { id, siteId });
  const files = leftOut.map((name) => fileOf(uploadFolder(filesDir, id), name));
  for (const [n, file] of files.entries()) if (!(await isFile(file))) throw notInDelivery(leftOut[n]!);
  await db.transaction(async (tx) => {
    // Of two that try it again at once, the second finds it at work.
    const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update');
    if (!row) throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
    const [job] = row.jobId === null ? [] : await tx.select().from(jobs).where(eq(jobs.id, row.jobId));
    if (stateOf({ row, job: job ?? null }) !== 'refused') throw conflict(UPLOADS_MESSAGES['uploads.notRefused']);
    await tx
      .update(uploads)
      .set({ options, touchedAt: sql`now()` })
      .where(eq(uploads.id, id));
    await addImport(tx, row);
    const details = { upload: id, title: row.title, options, leftOut };
    await recordDone(tx, ctx, { action: 'uploads.retry', subject: `site:${siteId}`, details });
    for (const file of files) await rm(file, { force: true });
  });
  return { upload: await loadUpload(ctx, { id, siteId }) };
}

const notInDelivery = (name: string) =>
  invalid(said(UPLOADS_MESSAGES, 'uploads.notInDelivery', { path: name }), {
    leftOut: said(UPLOADS_MESSAGES, 'uploads.notInDelivery', { path: name }),
  });

const isFile = (file: string) =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

/** The path on the disk of `part/path`. Throws 400 where it names no place in the delivery. */
function fileOf(folder: string, name: string): string {
  const [first = '', ...rest] = name.split('/');
  const part = uploadPartSchema.safeParse(first);
  const below = rest.join('/');
  if (!part.success || !isUploadPath(below)) throw notInDelivery(name);
  return path.join(partFolder(folder, part.data), below);
}
