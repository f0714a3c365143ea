import {
  captureInputSchema,
  capturesAnswerSchema,
  capturesInputSchema,
  dateCaptureInputSchema,
  keepCapturesInputSchema,
  managedCapturesAnswerSchema,
  publishCaptureInputSchema,
  removeCaptureInputSchema,
  successSchema,
} from '@overlook/shared/schemas';
import { openToVisitors, router, withPermissionAtSite } from '../../trpc/init.ts';
import {
  dateCapture,
  deleteCapture,
  discardCapture,
  keepCaptures,
  publishCapture,
  restoreCapture,
  withdrawCapture,
} from './change-capture.ts';
import { listCaptures } from './list-captures.ts';
import { listManagedCaptures } from './list-managed-captures.ts';

const manager = withPermissionAtSite('SITES:MANAGE');

export const capturesRouter = router({
  all: openToVisitors
    .meta({ summary: 'The captures of the layers of a site that the user may view, by layer and date.' })
    .input(capturesInputSchema)
    .output(capturesAnswerSchema)
    .query(({ ctx, input }) => listCaptures(ctx, input)),
  managed: manager
    .meta({ summary: 'All captures of a site, withdrawn ones and own drafts included.', isWhole: true })
    .input(capturesInputSchema)
    .output(managedCapturesAnswerSchema)
    .query(({ ctx, input }) => listManagedCaptures(ctx, input)),
  publish: manager
    .meta({ summary: 'Publish a draft.' })
    .input(publishCaptureInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => publishCapture(ctx, input)),
  discard: manager
    .meta({ summary: 'Throw a draft away.' })
    .input(captureInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => discardCapture(ctx, input)),
  date: manager
    .meta({ summary: 'Give a capture another date.' })
    .input(dateCaptureInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => dateCapture(ctx, input)),
  withdraw: manager
    .meta({ summary: 'Hide a capture from all who view the site; its data stay.' })
    .input(captureInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => withdrawCapture(ctx, input)),
  restore: manager
    .meta({ summary: 'Show a withdrawn capture again.' })
    .input(captureInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => restoreCapture(ctx, input)),
  delete: manager
    .meta({ summary: 'Delete a withdrawn capture with all its data.' })
    .input(removeCaptureInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => deleteCapture(ctx, input)),
  keep: manager
    .meta({ summary: 'Set which captures of a layer are kept when a further one is published.' })
    .input(keepCapturesInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => keepCaptures(ctx, input)),
});
