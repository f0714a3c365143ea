import { and, count, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { attachments } from '@overlook/db/schema';
import { ATTACHMENTS_MOST } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors/app-error.ts';

/** Removes files from a change; their content is kept. Files that it does not have are ignored. */
export async function unbindAttachments(
  tx: Db,
  { clock }: Pick<SignedInContext, 'clock'>,
  mocId: number,
  uuids: readonly string[] = [],
): Promise<void> {
  if (uuids.length === 0) return;
  const isListed = and(eq(attachments.mocId, mocId), isNull(attachments.archivedAt));
  await tx
    .update(attachments)
    .set({ archivedAt: clock.now() })
    .where(and(isListed, inArray(attachments.uuid, [...uuids])));
}

const refused = (sentence: string) => invalid(sentence, { attachmentUUIDs: sentence });

/**
 * Attaches uploads to a change; those that it already has are kept. Throws 400 for an upload of another person or of
 * another change, which for the caller does not exist.
 */
export async function bindAttachments(
  tx: Db,
  ctx: SignedInContext,
  mocId: number,
  uuids: readonly string[] = [],
): Promise<void> {
  if (uuids.length === 0) return;
  const wanted = [...new Set(uuids)];
  const isOwnUpload = and(isNull(attachments.mocId), eq(attachments.uploadedBy, ctx.caller.userId));
  const bound = await tx
    .update(attachments)
    .set({ mocId })
    .where(
      and(
        inArray(attachments.uuid, wanted),
        isNull(attachments.archivedAt),
        or(isOwnUpload, eq(attachments.mocId, mocId)),
      ),
    )
    .returning({ id: attachments.id });
  if (bound.length < wanted.length) throw refused(MOCS_MESSAGES['attachment.notFound']);
  const [has] = await tx
    .select({ files: count() })
    .from(attachments)
    .where(and(eq(attachments.mocId, mocId), isNull(attachments.archivedAt)));
  if (has!.files > ATTACHMENTS_MOST) throw refused(MOCS_MESSAGES['attachment.tooMany']);
}
