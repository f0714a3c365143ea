import { and, eq, isNull } from 'drizzle-orm';
import { attachments } from '@overlook/db/schema';
import { ATTACHMENTS_MOST } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { attachmentAnswerSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { describeAttachment, findAttachment, type FoundAttachment } from './find-attachment.ts';

type Answer = z.input<typeof attachmentAnswerSchema>;

/** Removes an attachment from its change; its file is kept. Needs MOC:UPDATE there. Throws 404. */
export const archiveAttachment = (ctx: SignedInContext, { uuid }: { uuid: string }): Promise<Answer> =>
  setArchived(ctx, uuid, true);

/** Restores an archived attachment. Throws 404; 409 when the change has too many attachments. */
export const restoreAttachment = (ctx: SignedInContext, { uuid }: { uuid: string }): Promise<Answer> =>
  setArchived(ctx, uuid, false);

/**
 * Does nothing, and records nothing, where the state is already reached: of two calls at the same time the second
 * changes nothing.
 */
function setArchived(ctx: SignedInContext, uuid: string, isArchived: boolean): Promise<Answer> {
  return ctx.db.transaction(async (tx) => {
    // Simultaneous calls run one after the other, and each reads the current state.
    await tx.select({ id: attachments.id }).from(attachments).where(eq(attachments.uuid, uuid)).for('update');
    const { row, moc } = await findAttachment(tx, ctx.caller, uuid, 'MOC:VIEW', 'MOC:UPDATE');
    if ((row.archivedAt !== null) === isArchived) return { status: 'success', attachment: describeAttachment(row) };
    if (!isArchived && moc) {
      const isListed = and(eq(attachments.mocId, moc.id), isNull(attachments.archivedAt));
      if ((await tx.$count(attachments, isListed)) >= ATTACHMENTS_MOST)
        throw conflict(MOCS_MESSAGES['attachment.tooMany']);
    }
    const archivedAt = isArchived ? ctx.clock.now() : null;
    await tx.update(attachments).set({ archivedAt }).where(eq(attachments.id, row.id));
    const [before, after] = isArchived ? [row.filename, null] : [null, row.filename];
    await recordDone(tx, ctx, {
      action: isArchived ? 'attachments.archive' : 'attachments.restore',
      // The history of a change is read from its own entries.
      subject: moc ? `moc:${moc.id}` : `attachment:${row.id}`,
      details: { ...describeMoc(moc), uuid, changes: [{ field: 'attachments', before, after }] },
    });
    return { status: 'success', attachment: describeAttachment(row) };
  });
}

const describeMoc = (moc: FoundAttachment['moc']) => moc && { siteId: moc.siteId, name: moc.name };
