import {
  captureInputSchema,
  capturesAnswerSchema,
  capturesInputSchema,
  dateCaptureInputSchema,
  findShapeInputSchema,
  fitCaptureInputSchema,
  fittedCaptureSchema,
  foundShapeSchema,
  keepCapturesInputSchema,
  managedCapturesAnswerSchema,
  measureVolumeInputSchema,
  placeCaptureInputSchema,
  publishCaptureInputSchema,
  removeCaptureInputSchema,
  scanPositionsAnswerSchema,
  successSchema,
  volumeSchema,
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
import { findShapeAt } from './find-shape-at.ts';
import { fitCapture } from './fit-capture.ts';
import { listCaptures } from './list-captures.ts';
import { measureVolume } from './measure-volume.ts';
import { placeCapture } from './place-capture.ts';
import { listManagedCaptures } from './list-managed-captures.ts';
import { listScanPositions } from './list-scan-positions.ts';

const manager = withPermissionAtSite('SITES:MANAGE');

export const capturesRouter = router({
  all: openToVisitors
    .meta({ summary: 'The captures of the layers of a site that the user may view, by layer and date.' })
    .input(capturesInputSchema)
    .output(capturesAnswerSchema)
    .query(({ ctx, input }) => listCaptures(ctx, input)),
  scanPositions: openToVisitors
    .meta({ summary: 'Where the scanner stood for a capture of the point cloud, in the order of its files.' })
    .input(captureInputSchema)
    .output(scanPositionsAnswerSchema)
    .query(({ ctx, input }) => listScanPositions(ctx, input)),
  shape: withPermissionAtSite('TOOLS:MEASURE')
    .meta({ summary: 'Fit a pipe, sphere or plane to the exact points around a point of a point cloud.' })
    .input(findShapeInputSchema)
    .output(foundShapeSchema)
    .query(({ ctx, input }) => findShapeAt(ctx, input)),
  volume: withPermissionAtSite('TOOLS:MEASURE')
    .meta({
      summary: 'Measure the volume between the exact points of a point cloud in a rim and a base.',
      isDry: true,
    })
    .input(measureVolumeInputSchema)
    .output(volumeSchema)
    .mutation(({ ctx, input }) => measureVolume(ctx, input)),
  managed: manager
    .meta({ summary: 'All captures of a site, withdrawn ones and own drafts included.', isWhole: true })
    .input(capturesInputSchema)
    .output(managedCapturesAnswerSchema)
    .query(({ ctx, input }) => listManagedCaptures(ctx, input)),
  fit: manager
    .meta({ summary: 'Fit a capture to its published neighbour by their points, without a change.', isDry: true })
    .input(fitCaptureInputSchema)
    .output(fittedCaptureSchema)
    .mutation(({ ctx, input }) => fitCapture(ctx, input)),
  place: manager
    .meta({ summary: 'Move a capture from where its files have it, or put it back.' })
    .input(placeCaptureInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => placeCapture(ctx, input)),
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
