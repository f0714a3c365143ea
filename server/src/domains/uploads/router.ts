import {
  createUploadInputSchema,
  retryUploadInputSchema,
  successSchema,
  uploadAnswerSchema,
  uploadInputSchema,
  uploadsAnswerSchema,
  uploadsInputSchema,
} from '@overlook/shared/schemas';
import { router, withPermissionAtSite } from '../../trpc/init.ts';
import { cancelUpload } from './cancel-upload.ts';
import { createUpload } from './create-upload.ts';
import { listUploads } from './list-uploads.ts';
import { retryUpload } from './retry-upload.ts';

export const uploadsRouter = router({
  all: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'The deliveries of files to a site, and the bytes that a further one may have.', isWhole: true })
    .input(uploadsInputSchema)
    .output(uploadsAnswerSchema)
    .query(({ ctx, input }) => listUploads(ctx, input)),
  create: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'Begin a delivery of files to a site; its bytes follow by the tus protocol.' })
    .input(createUploadInputSchema)
    .output(uploadAnswerSchema)
    .mutation(({ ctx, input }) => createUpload(ctx, input)),
  retry: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'Import a refused delivery again, with other options or without some files.' })
    .input(retryUploadInputSchema)
    .output(uploadAnswerSchema)
    .mutation(({ ctx, input }) => retryUpload(ctx, input)),
  cancel: withPermissionAtSite('SITES:MANAGE')
    .meta({ summary: 'Cancel a delivery and remove every byte of it; a published layer stays.' })
    .input(uploadInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => cancelUpload(ctx, input)),
});
