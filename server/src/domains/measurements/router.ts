import {
  changeMeasurementInputSchema,
  commentMeasurementInputSchema,
  exportMeasurementsInputSchema,
  measurementCommentsAnswerSchema,
  measurementsFileSchema,
  removeMeasurementCommentInputSchema,
  siteMeasurementsAnswerSchema,
  measurementsSavedSchema,
  saveMeasurementsInputSchema,
  siteInputSchema,
  siteMeasurementInputSchema,
  successSchema,
  wholeMeasurementAnswerSchema,
} from '@overlook/shared/schemas';
import { router, withPermissionAtSite } from '../../trpc/init.ts';
import { changeMeasurement, deleteMeasurement } from './change-measurement.ts';
import { commentMeasurement, listMeasurementComments, removeMeasurementComment } from './comment-measurement.ts';
import { exportMeasurements, listMeasurements, openMeasurement } from './list-measurements.ts';
import { saveMeasurements } from './save-measurements.ts';

const surveyor = withPermissionAtSite('TOOLS:MEASURE');

export const measurementsRouter = router({
  all: surveyor
    .meta({ summary: 'The saved measurements of a site: own ones and shared ones, newest first.', isWhole: true })
    .input(siteInputSchema)
    .output(siteMeasurementsAnswerSchema)
    .query(({ ctx, input }) => listMeasurements(ctx, input)),
  get: surveyor
    .meta({ summary: 'One saved measurement with what was measured.' })
    .input(siteMeasurementInputSchema)
    .output(wholeMeasurementAnswerSchema)
    .query(({ ctx, input }) => openMeasurement(ctx, input)),
  file: surveyor
    .meta({ summary: 'Saved measurements as a file that `overlook verify` computes again.', isWhole: true })
    .input(exportMeasurementsInputSchema)
    .output(measurementsFileSchema)
    .query(({ ctx, input }) => exportMeasurements(ctx, input)),
  save: surveyor
    .meta({ summary: 'Save measurements with the results that the server computes for them.' })
    .input(saveMeasurementsInputSchema)
    .output(measurementsSavedSchema)
    .mutation(({ ctx, input }) => saveMeasurements(ctx, input)),
  update: surveyor
    .meta({ summary: 'Change the name or the folder of a saved measurement, or who sees it.' })
    .input(changeMeasurementInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => changeMeasurement(ctx, input)),
  delete: surveyor
    .meta({ summary: 'Delete a saved measurement with its comments.' })
    .input(siteMeasurementInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => deleteMeasurement(ctx, input)),
  comments: surveyor
    .meta({ summary: 'What people have said about a saved measurement.' })
    .input(siteMeasurementInputSchema)
    .output(measurementCommentsAnswerSchema)
    .query(({ ctx, input }) => listMeasurementComments(ctx, input)),
  comment: surveyor
    .meta({ summary: 'Comment on a saved measurement.' })
    .input(commentMeasurementInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => commentMeasurement(ctx, input)),
  removeComment: surveyor
    .meta({ summary: 'Remove an own comment on a saved measurement, or any on an own one.' })
    .input(removeMeasurementCommentInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => removeMeasurementComment(ctx, input)),
});
