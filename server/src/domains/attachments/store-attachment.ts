import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { attachments } from '@overlook/db/schema';
import { ATTACHMENTS_MOST, UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { attachmentsTooLargeText, MOCS_MESSAGES } from '@overlook/shared/messages';
import { isAllowed } from '@overlook/shared/permissions';
import type { attachmentAnswerSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { conflict, forbidden, tooMany } from '../../errors/app-error.ts';
import type { ReceivedFile } from '../../storage/receive-file.ts';
import { recordDone } from '../../services/audit.ts';
import { lockUser } from '../users/lock-user.ts';
import { attachmentKey } from './attachment-key.ts';
import { safeName } from './file-name.ts';
import { detectType } from './file-type/detect-type.ts';
import { describeAttachment } from './find-attachment.ts';

/**
 * Throws 403 unless the caller may create or change MOCs at some site; 429 when their uploads without a MOC have
 * reached the number that one MOC can have, so that unused files cannot fill the disk.
 */
export async function assertMayAttach(ctx: SignedInContext): Promise<void> {
  const { permissions } = ctx.caller;
  const mayAnywhere = Object.keys(permissions).some((siteId) =>
    isAllowed(permissions, Number(siteId), ['MOC:CREATE', 'MOC:UPDATE'], 'or'),
  );
  if (!mayAnywhere) throw forbidden();
  await assertRoom(ctx, ctx.db, 0);
}

/** Throws 429 for too many files without a MOC, 409 for too many bytes in all files of the caller. Exact while their row is locked. */
async function assertRoom({ caller: { userId }, env }: SignedInContext, db: Db, moreBytes: number): Promise<void> {
  const isWaiting = and(eq(attachments.uploadedBy, userId), isNull(attachments.mocId));
  if ((await db.$count(attachments, isWaiting)) >= ATTACHMENTS_MOST)
    throw tooMany(MOCS_MESSAGES['attachment.tooManyWaiting'], Math.ceil(UPLOAD_KEPT_MS / 1000));
  const [kept] = await db
    .select({ bytes: sql<number>`coalesce(sum(${attachments.sizeBytes}), 0)`.mapWith(Number) })
    .from(attachments)
    .where(eq(attachments.uploadedBy, userId));
  if (kept!.bytes + moreBytes > env.attachmentBytesMost)
    throw conflict(attachmentsTooLargeText(env.attachmentBytesMost));
}

/**
 * Keeps a received file as an attachment that belongs to no change yet: saving a MOC names it. The file is in its place before
 * its row is there, and one without a row is swept. Throws 400 for types that are not accepted, and what
 * `assertMayAttach` throws about numbers and sizes.
 */
export async function storeAttachment(
  ctx: SignedInContext,
  received: ReceivedFile,
): Promise<z.input<typeof attachmentAnswerSchema>> {
  const mediaType = await detectType(received.path);
  const filename = safeName(received.filename, mediaType);
  const uuid = crypto.randomUUID();
  const key = attachmentKey(uuid);
  const { sizeBytes, sha256 } = received;
  await ctx.objects.takeFile(key, received.path, sha256);
  const stored = ctx.db.transaction(async (tx) => {
    // Others of the same person may have arrived since this one began.
    await lockUser(tx, ctx.caller.userId);
    await assertRoom(ctx, tx, sizeBytes);
    const [row] = await tx
      .insert(attachments)
      .values({
        uuid,
        filename,
        mediaType,
        sizeBytes,
        sha256,
        uploadedBy: ctx.caller.userId,
        createdAt: ctx.clock.now(),
      })
      .returning();
    const details = { uuid, filename, mediaType, sizeBytes, sha256 };
    await recordDone(tx, ctx, { action: 'attachments.upload', subject: `attachment:${row!.id}`, details });
    return { status: 'success' as const, attachment: describeAttachment(row!) };
  });
  return stored.catch(async (error: unknown) => {
    await ctx.objects.delete(key);
    throw error;
  });
}
