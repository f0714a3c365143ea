import { z } from 'zod';
import {
  createSnapshotInputSchema,
  idInputSchema,
  nearbyInputSchema,
  nearbyPhotoSchema,
  photoAnswerSchema,
  placeSummarySchema,
  recipientInputSchema,
  shareSnapshotInputSchema,
  siteFilterSchema,
  siteInputSchema,
  sitePhotosSchema,
  snapshotSchema,
  snapshotShareSchema,
  successSchema,
  updateSnapshotInputSchema,
} from '@overlook/shared/schemas';
import { router, signedIn, withPermissionAtSite } from '../../trpc/init.ts';
import { archivePlace, restorePlace, updatePlace } from './change-place.ts';
import { createPlace } from './create-place.ts';
import { deletePlace } from './delete-place.ts';
import { describePhoto, describeSitePhotos } from './describe-photos.ts';
import { listPlaces } from './list-places.ts';
import { listShares } from './list-shares.ts';
import { removeRecipient } from './remove-recipient.ts';
import { searchPhotos } from './search-photos.ts';
import { sharePlace } from './share-place.ts';
import { findVisible, snapshotOf } from './snapshot-rows.ts';

const oneSnapshot = z.object({ id: idInputSchema });
const saved = successSchema.extend({ snapshot: snapshotSchema });

export const snapshotsRouter = router({
  user: signedIn
    .meta({ summary: "The user's own Places, newest first." })
    .input(siteFilterSchema)
    .output(z.object({ snapshots: z.array(placeSummarySchema) }))
    .query(({ ctx, input }) => listPlaces(ctx, input)),
  get: signedIn
    .meta({ summary: 'One Place or photo of a site that the user may view.' })
    .input(oneSnapshot)
    .output(z.object({ snapshot: snapshotSchema }))
    .query(async ({ ctx, input }) => {
      const row = await findVisible(ctx, input.id);
      return { snapshot: snapshotOf(ctx.log, row, ctx.caller.userId) };
    }),
  nearby: withPermissionAtSite('FEATURE:NEARBYSNAPSHOTS', { field: 'siteID' })
    .meta({ summary: 'The 20 photos nearest to a point; those in the direction of the camera come first.' })
    .input(nearbyInputSchema)
    .output(z.object({ snapshots: z.array(nearbyPhotoSchema) }))
    .query(({ ctx, input }) => searchPhotos(ctx, input)),
  sitePhotos: withPermissionAtSite('FEATURE:NEARBYSNAPSHOTS')
    .meta({ summary: 'Which types, cameras and times the photos of a site can be narrowed to.' })
    .input(siteInputSchema)
    .output(z.object({ photos: sitePhotosSchema }))
    .query(({ ctx, input }) => describeSitePhotos(ctx, input)),
  photo: signedIn
    .meta({ summary: 'One photo with all that its file says.' })
    .input(oneSnapshot)
    .output(photoAnswerSchema)
    .query(({ ctx, input }) => describePhoto(ctx, input)),
  create: signedIn
    .meta({ summary: 'Save a view as a Place.' })
    .input(createSnapshotInputSchema)
    .output(saved)
    .mutation(({ ctx, input }) => createPlace(ctx, input)),
  update: signedIn
    .meta({ summary: 'Change the name or description of one of your Places.' })
    .input(updateSnapshotInputSchema)
    .output(saved)
    .mutation(({ ctx, input }) => updatePlace(ctx, input)),
  archive: signedIn
    .meta({ summary: 'Archive one of your Places.' })
    .input(oneSnapshot)
    .output(saved)
    .mutation(({ ctx, input }) => archivePlace(ctx, input)),
  restore: signedIn
    .meta({ summary: 'Take an own Place out of the archive again.' })
    .input(oneSnapshot)
    .output(saved)
    .mutation(({ ctx, input }) => restorePlace(ctx, input)),
  delete: signedIn
    .meta({ summary: 'Delete one of your Places and its picture.' })
    .input(oneSnapshot)
    .output(successSchema)
    .mutation(({ ctx, input }) => deletePlace(ctx, input)),
  share: signedIn
    .meta({ summary: 'Share a Place by mail.' })
    .input(shareSnapshotInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => sharePlace(ctx, input)),
  shares: signedIn
    .meta({ summary: 'The mails of the last days that the user has sent Places with, and whether they went out.' })
    .input(siteFilterSchema)
    .output(z.object({ shares: z.array(snapshotShareSchema) }))
    .query(({ ctx, input }) => listShares(ctx, input)),
  removeRecipient: signedIn
    .meta({ summary: "Remove an address from the user's saved recipients." })
    .input(recipientInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => removeRecipient(ctx, input)),
});
