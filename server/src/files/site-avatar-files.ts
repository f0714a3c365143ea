import type { FastifyInstance } from 'fastify';
import { SNAPSHOT_LARGEST_BYTES } from '@overlook/shared/config';
import { ADMIN_MESSAGES, PLACES_MESSAGES } from '@overlook/shared/messages';
import { idInputSchema } from '@overlook/shared/schemas';
import type { Services } from '../context.ts';
import { assertMayUploadAvatar } from '../domains/managed-sites/upload-avatar.ts';
import { keepPicture } from '../domains/snapshots/upload-picture.ts';
import { notFound } from '../errors/app-error.ts';
import { receiveFile } from '../storage/receive-file.ts';
import { addUpload } from './upload-routes.ts';

const ACTION = 'managedSites.uploadPicture';

/** Uploading the own picture of a site; a save of the site then names it. It is read like those of Places. */
export const addSiteAvatarFiles = (app: FastifyInstance, services: Services): Promise<void> =>
  addUpload<{ siteId: string }>(app, services, {
    path: '/sites/manage/:siteId/picture',
    action: ACTION,
    async run(context, request) {
      const { data: siteId } = idInputSchema.safeParse(request.params.siteId);
      if (siteId === undefined) throw notFound(ADMIN_MESSAGES['site.unknown']);
      await assertMayUploadAvatar(context, siteId);
      const options = { field: 'photo', filesDir: services.filesDir, largestBytes: SNAPSHOT_LARGEST_BYTES };
      return receiveFile(request, { ...options, tooLarge: PLACES_MESSAGES['picture.tooLarge'] }, (file) =>
        keepPicture(context, siteId, file, ACTION),
      );
    },
  });
