import { attachmentAnswerSchema, attachmentInputSchema } from '@overlook/shared/schemas';
import { router, signedIn } from '../../trpc/init.ts';
import { archiveAttachment, restoreAttachment } from './archive-attachment.ts';

/** Which site decides depends on the attachment: the verbs check it, and answer 404. */
export const attachmentsRouter = router({
  archive: signedIn
    .meta({ summary: 'Archive an attachment of a MOC. Needs MOC:UPDATE at the site of the MOC.' })
    .input(attachmentInputSchema)
    .output(attachmentAnswerSchema)
    .mutation(({ ctx, input }) => archiveAttachment(ctx, input)),
  restore: signedIn
    .meta({ summary: 'Restore an archived attachment. Needs MOC:UPDATE at the site of the MOC.' })
    .input(attachmentInputSchema)
    .output(attachmentAnswerSchema)
    .mutation(({ ctx, input }) => restoreAttachment(ctx, input)),
});
