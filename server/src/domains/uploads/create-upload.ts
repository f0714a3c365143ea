import { and, count, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { sites, uploads } from '@overlook/db/schema';
import { UPLOADS } from '@overlook/shared/config';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import type { createUploadInputSchema, Upload } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { recordDone } from '../../services/audit.ts';
import { makeUpload, removeUpload } from '../../storage/uploads/stored-upload.ts';
import { loadUpload } from './find-upload.ts';
import { assertFits } from './space.ts';

/**
 * Begins a delivery, whose bytes follow. Throws 409 at an archived site and for a person with too many unfinished ones, 507
 * where it does not fit.
 */
export async function createUpload(
  ctx: SignedInContext,
  { siteId, ...input }: z.output<typeof createUploadInputSchema>,
): Promise<{ upload: Upload }> {
  const { db, caller } = ctx;
  const { userId } = caller;
  const [[site], [open]] = await Promise.all([
    db.select({ archivedAt: sites.archivedAt }).from(sites).where(eq(sites.id, siteId)),
    db
      .select({ count: count() })
      .from(uploads)
      .where(and(eq(uploads.userId, userId), ne(uploads.state, 'done'))),
  ]);
  if (site?.archivedAt !== null) throw conflict(UPLOADS_MESSAGES['uploads.archived']);
  if (open!.count >= UPLOADS.openMost)
    throw conflict(said(UPLOADS_MESSAGES, 'uploads.tooManyOpen', { count: UPLOADS.openMost }));
  await assertFits(ctx, siteId, input.bytes);
  const id = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(uploads)
      .values({ siteId, userId, ...input })
      .returning({ id: uploads.id });
    const details = { upload: made!.id, title: input.title, bytes: input.bytes };
    await recordDone(tx, ctx, { action: 'uploads.create', subject: `site:${siteId}`, details });
    return made!.id;
  });
  try {
    await makeUpload(ctx, id);
  } catch (error) {
    await db.delete(uploads).where(eq(uploads.id, id));
    await removeUpload(ctx, id);
    throw error;
  }
  return { upload: await loadUpload(ctx, { id, siteId }) };
}
