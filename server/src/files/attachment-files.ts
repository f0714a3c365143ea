import contentDisposition from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ATTACHMENT_LARGEST_BYTES } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { attachmentInputSchema } from '@overlook/shared/schemas';
import type { Services } from '../context.ts';
import { attachmentKey } from '../domains/attachments/attachment-key.ts';
import { findAttachment } from '../domains/attachments/find-attachment.ts';
import { assertMayAttach, storeAttachment } from '../domains/attachments/store-attachment.ts';
import { notFound } from '../errors/app-error.ts';
import { CHECKED_EACH_TIME, NO_SCRIPTS, readingCaller } from './file-answers.ts';
import { receiveFile } from '../storage/receive-file.ts';
import { sendFile } from './send-file.ts';
import { createObjectFinder } from './stored-file.ts';
import { addUpload } from './upload-routes.ts';

/** Uploading and downloading the files of changes. */
export async function addAttachmentFiles(app: FastifyInstance, services: Services): Promise<void> {
  await addUpload(app, services, {
    path: '/files/attachments/upload',
    action: 'attachments.upload',
    async run(context, request) {
      await assertMayAttach(context);
      const largest = { largestBytes: ATTACHMENT_LARGEST_BYTES, tooLarge: MOCS_MESSAGES['attachment.tooLarge'] };
      return receiveFile(request, { field: 'attachment', filesDir: services.filesDir, ...largest }, (received) =>
        storeAttachment(context, received),
      );
    },
  });
  addDownload(app, services);
}

/**
 * Sends a file with byte ranges. It is never shown as a page: browsers save it, under the name of the upload, and
 * do not guess another type.
 */
function addDownload(app: FastifyInstance, services: Services): void {
  const files = createObjectFinder(services.clock, services.objects);

  const answer = async (request: FastifyRequest<{ Params: { uuid: string } }>, reply: FastifyReply) => {
    const caller = await readingCaller(services, request, reply);
    const input = attachmentInputSchema.safeParse(request.params);
    if (!input.success) throw notFound(MOCS_MESSAGES['attachment.notFound']);
    const { row } = await findAttachment(services.db, caller, input.data.uuid, 'MOC:VIEW');
    if (row.archivedAt) throw notFound(MOCS_MESSAGES['attachment.notFound']);
    const file = await files.named(attachmentKey(row.uuid));
    void reply
      .header('Cache-Control', CHECKED_EACH_TIME)
      .header('Content-Security-Policy', NO_SCRIPTS)
      .header('Content-Disposition', contentDisposition(row.filename));
    return sendFile(request, reply, file, row.mediaType);
  };

  app.route<{ Params: { uuid: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/attachments/:uuid',
    handler: answer,
  });
}
