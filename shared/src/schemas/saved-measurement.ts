import { z } from 'zod';
import { RIM_CORNERS, VOLUME_STEP_M } from '../config/volumes.ts';
import {
  FIGURE_KINDS,
  FIGURE_POINTS_MOST,
  FOLDER_DEPTH_MOST,
  POINT_COUNTS,
  SAVED_AT_ONCE_MOST,
  SAVED_FITS_AT_ONCE_MOST,
} from '../config/measurements.ts';
import { COMMENT_LONGEST } from '../config/mocs.ts';
import { MEASUREMENTS_MESSAGES } from '../messages/measurements.ts';
import { successSchema } from './auth.ts';
import { flagInputSchema, idInputSchema, idListInputSchema, lineInputSchema } from './input.ts';
import { storedModelTypeSchema } from './model.ts';
import { fittedSurfaceSchema, SHAPE_KINDS } from './shape.ts';
import { siteInputSchema } from './moc.ts';
import { idSchema } from './site.ts';
import { volumeBaseSchema, volumeSchema } from './volume.ts';

const ecefCoordinateSchema = z.number().min(-1e8).max(1e8);
const ecefInputSchema = z.tuple([ecefCoordinateSchema, ecefCoordinateSchema, ecefCoordinateSchema]);

/** A point on a layer: ECEF metres, and its likely error in metres. */
const figurePointSchema = z.strictObject({
  ecef: ecefInputSchema,
  modeltypeId: storedModelTypeSchema,
  /** Date of the capture; null for the newest one. */
  takenOn: z.iso.date().nullable(),
  errorM: z.number().min(0).max(1e6),
});

const figureSchema = z
  .strictObject({
    what: z.literal('figure'),
    kind: z.enum(FIGURE_KINDS),
    points: z.array(figurePointSchema).min(1).max(FIGURE_POINTS_MOST),
  })
  .refine(
    ({ kind, points }) => points.length >= POINT_COUNTS[kind].fewest && points.length <= POINT_COUNTS[kind].most,
    MEASUREMENTS_MESSAGES['measurements.pointCount'],
  );

/** What is measured, without the result: the question that gives it again. */
const measurementSubjectSchema = z.discriminatedUnion('what', [
  figureSchema,
  /** A surface that is fitted to the exact points around a pick. */
  z.strictObject({
    what: z.literal('shape'),
    kind: z.enum(SHAPE_KINDS),
    captureId: idInputSchema,
    pick: ecefInputSchema,
  }),
  /** The volume between the exact points in a rim and a base. */
  z.strictObject({
    what: z.literal('volume'),
    captureId: idInputSchema,
    rim: z.array(ecefInputSchema).min(RIM_CORNERS.least).max(RIM_CORNERS.most),
    base: volumeBaseSchema,
    stepM: z.number().min(VOLUME_STEP_M.least).max(VOLUME_STEP_M.most).nullable(),
    heightErrorM: z.number().min(0).max(10),
  }),
]);
export type MeasurementSubject = z.infer<typeof measurementSubjectSchema>;

const MEASUREMENT_UNITS = ['m', 'm2', 'm3', 'deg'] as const;

/** The value that something is measured for; metres, square and cubic metres, degrees. */
const measurementResultSchema = z.object({
  value: z.number(),
  unit: z.enum(MEASUREMENT_UNITS),
  /** Null where none can be said. */
  error: z.number().nonnegative().nullable(),
  /** What the error is: half of a 95 % interval of a fit or a sum, or the likely error of picked points. */
  errorKind: z.enum(['interval95', 'likely']),
});
export type MeasurementResult = z.infer<typeof measurementResultSchema>;

/** All figures of a fit or a volume; null for points. */
const measurementDetailsSchema = z
  .union([fittedSurfaceSchema, volumeSchema.omit({ contours: true })])
  .nullable()
  .catch(null);

/** The state of a layer on which something was measured. */
export const measuredLayerSchema = z.object({
  modeltypeId: storedModelTypeSchema,
  /** Null once the capture is deleted. */
  captureId: idSchema.nullable(),
  takenOn: z.iso.date(),
  /** Name of the version of its files when it was saved. */
  version: z.string(),
});
export type MeasuredLayer = z.infer<typeof measuredLayerSchema>;

/** Names of folders, the outermost first, with slashes between; empty for none. */
const folderInputSchema = z
  .string()
  .transform((path) =>
    path
      .split('/')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .pipe(
    z
      .array(lineInputSchema(MEASUREMENTS_MESSAGES['measurements.nameMissing']))
      .max(FOLDER_DEPTH_MOST, MEASUREMENTS_MESSAGES['measurements.folderDepth']),
  )
  .transform((names) => names.join('/'));

const savedItemSchema = z.strictObject({
  /** A key that the client has made: a repeated call saves nothing twice. */
  guid: z.uuid(),
  name: lineInputSchema(MEASUREMENTS_MESSAGES['measurements.nameMissing']),
  subject: measurementSubjectSchema,
});

export const saveMeasurementsInputSchema = siteInputSchema.extend({
  folder: folderInputSchema.default(''),
  isShared: flagInputSchema.default(false),
  measurements: z
    .array(savedItemSchema)
    .min(1)
    .max(SAVED_AT_ONCE_MOST)
    .refine(
      (items) => items.filter(({ subject }) => subject.what !== 'figure').length <= SAVED_FITS_AT_ONCE_MOST,
      MEASUREMENTS_MESSAGES['measurements.manyFits'],
    ),
});

/** A saved measurement as lists show it. */
export const siteMeasurementSchema = measurementResultSchema.extend({
  id: idSchema,
  name: z.string(),
  folder: z.string(),
  /** All who may measure at the site and see its layers see it. */
  isShared: z.boolean(),
  /** The reader saved it. */
  isOwn: z.boolean(),
  /** The reader may change and delete it. */
  mayChange: z.boolean(),
  by: z.string(),
  /** ISO 8601 */
  createdAt: z.string(),
  what: z.enum(['figure', 'shape', 'volume']),
  kind: z.enum([...FIGURE_KINDS, ...SHAPE_KINDS, 'volume']),
  layers: z.array(
    measuredLayerSchema.extend({
      /** What became of the files: the same, replaced by others, or deleted. */
      state: z.enum(['same', 'replaced', 'gone']),
    }),
  ),
  comments: z.number().int().nonnegative(),
});
export type SiteMeasurement = z.infer<typeof siteMeasurementSchema>;

export const siteMeasurementsAnswerSchema = z.object({ measurements: z.array(siteMeasurementSchema) });
export const measurementsSavedSchema = successSchema.extend({ ids: z.array(idSchema) });

/** The same with what was measured. */
export const wholeMeasurementSchema = siteMeasurementSchema.extend({
  subject: measurementSubjectSchema,
  details: measurementDetailsSchema,
});
export type WholeMeasurement = z.infer<typeof wholeMeasurementSchema>;

export const siteMeasurementInputSchema = siteInputSchema.extend({ id: idInputSchema });
export const wholeMeasurementAnswerSchema = z.object({ measurement: wholeMeasurementSchema });

export const changeMeasurementInputSchema = siteMeasurementInputSchema.extend({
  name: lineInputSchema(MEASUREMENTS_MESSAGES['measurements.nameMissing']).optional(),
  folder: folderInputSchema.optional(),
  isShared: flagInputSchema.optional(),
});

const measurementCommentSchema = z.object({
  id: idSchema,
  by: z.string(),
  /** ISO 8601 */
  at: z.string(),
  body: z.string(),
  isOwn: z.boolean(),
});
export type MeasurementComment = z.infer<typeof measurementCommentSchema>;
export const measurementCommentsAnswerSchema = z.object({ comments: z.array(measurementCommentSchema) });

export const commentMeasurementInputSchema = siteMeasurementInputSchema.extend({
  guid: z.uuid(),
  body: z.string().trim().min(1, MEASUREMENTS_MESSAGES['measurements.commentMissing']).max(COMMENT_LONGEST),
});
export const removeMeasurementCommentInputSchema = siteMeasurementInputSchema.extend({ commentId: idInputSchema });

export const exportMeasurementsInputSchema = siteInputSchema.extend({
  /** All that the reader may see without them. */
  ids: idListInputSchema.optional(),
});

/** A file of measurements, which `overlook verify` computes again. */
export const measurementsFileSchema = z.object({
  format: z.literal('overlook-measurements'),
  version: z.literal(1),
  /** Lengths are metres, angles degrees; positions are ECEF on WGS 84, heights above its ellipsoid. */
  units: z.literal('metres, degrees'),
  frame: z.literal('ECEF, WGS 84'),
  /** ISO 8601 */
  exportedAt: z.string(),
  site: z.object({ slug: z.string(), name: z.string() }),
  measurements: z.array(
    wholeMeasurementSchema
      .pick({
        id: true,
        name: true,
        folder: true,
        by: true,
        createdAt: true,
        what: true,
        kind: true,
        value: true,
        unit: true,
        error: true,
        errorKind: true,
        subject: true,
        details: true,
      })
      .extend({ layers: z.array(measuredLayerSchema) }),
  ),
});
export type MeasurementsFile = z.infer<typeof measurementsFileSchema>;
