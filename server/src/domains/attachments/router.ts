import { attachmentAnswerSchema, attachmentInputSchema } from '@overlook/shared/schemas';
import { router, signedIn } from '../../trpc/init.ts';
import { archiveAttachment, restoreAttachment } from './archive-attachment.ts';

/** Which site decides depends on the attachment: the verbs check it, and answer 404. */
export const attachmentsRouter = router({
  archive: signedIn
    .meta({ summary: 'Takes an attachment out of its MOC. Needs MOC:UPDATE at the site of the MOC.' })
    .input(attachmentInputSchema)
    .output(attachmentAnswerSchema)
    .mutation(({ ctx, input }) => archiveAttachment(ctx, input)),
  restore: signedIn
    .meta({ summary: 'Puts an archived attachment back. Needs MOC:UPDATE at the site of the MOC.' })
    .input(attachmentInputSchema)
    .output(attachmentAnswerSchema)
    .mutation(({ ctx, input }) => restoreAttachment(ctx, input)),
});
