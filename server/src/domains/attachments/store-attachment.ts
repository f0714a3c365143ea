import { mkdir, rename } from 'node:fs/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { attachments } from '@overlook/db/schema';
import { ATTACHMENTS_MOST, UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { isAllowed } from '@overlook/shared/permissions';
import type { attachmentAnswerSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { forbidden, tooMany } from '../../errors/app-error.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import { recordDone } from '../../services/audit.ts';
import { attachmentFile, attachmentsFolder } from './attachment-file.ts';
import { safeName } from './file-name.ts';
import { detectType } from './file-type/detect-type.ts';
import { describeAttachment } from './find-attachment.ts';

/**
 * Throws 403 unless the caller may create or change MOCs at some site; 429 when their uploads without a MOC have
 * reached the number that one MOC can have, so that unused files cannot fill the disk.
 */
export async function assertMayAttach({ db, caller: { permissions, userId } }: SignedInContext): Promise<void> {
  const mayAnywhere = Object.keys(permissions).some((siteId) =>
    isAllowed(permissions, Number(siteId), ['MOC:CREATE', 'MOC:UPDATE'], 'or'),
  );
  if (!mayAnywhere) throw forbidden();
  const isWaiting = and(eq(attachments.uploadedBy, userId), isNull(attachments.mocId));
  if ((await db.$count(attachments, isWaiting)) >= ATTACHMENTS_MOST)
    throw tooMany(MESSAGES['attachment.tooManyWaiting'], Math.ceil(UPLOAD_KEPT_MS / 1000));
}

/**
 * Keeps a received file as an attachment that belongs to no change yet: saving a MOC names it. The file is in its place before
 * its row is there, and one without a row is swept. Throws 400 for types that are not accepted.
 */
export async function storeAttachment(
  ctx: SignedInContext,
  received: ReceivedFile,
): Promise<z.input<typeof attachmentAnswerSchema>> {
  const mediaType = await detectType(received.path);
  const filename = safeName(received.filename, mediaType);
  const uuid = crypto.randomUUID();
  await mkdir(attachmentsFolder(ctx.filesDir), { recursive: true });
  await rename(received.path, attachmentFile(ctx.filesDir, uuid));
  const { sizeBytes, sha256 } = received;
  return ctx.db.transaction(async (tx) => {
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
    return { status: 'success', attachment: describeAttachment(row!) };
  });
}
