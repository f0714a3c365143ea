import { z } from 'zod';
import { UPLOAD_DIGEST_BYTES, UPLOAD_PARTS, UPLOADS } from '../config/uploads.ts';
import { UPLOADS_MESSAGES } from '../messages/uploads.ts';
import { idInputSchema, lineInputSchema } from './input.ts';
import { jobProgressSchema } from './instance-status.ts';
import { llaSchema } from './site.ts';

export const uploadPartSchema = z.enum(UPLOAD_PARTS);
export type { UploadPart } from '../config/uploads.ts';

/** Two corners of a box, or those of a polygon: longitude and latitude, degrees. */
export const partRegionSchema = z
  .array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]))
  .min(2)
  .max(1000);

/** How the files are read: what they do not state themselves, as the person has confirmed it. */
export const uploadOptionsSchema = z.strictObject({
  /** The coordinate system of point clouds and CAD: `EPSG:n`, `EPSG:n+m`, or a proj4 string. */
  crs: z.string().trim().min(1).max(1000).optional(),
  altitudes: z.enum(['ellipsoidal', 'orthometric']).optional(),
  /** The position of data without one. */
  at: llaSchema.extend({ headingDeg: z.number().min(-360).max(360).optional() }).optional(),
  /** Lets `at` move data that has a position. */
  replacePosition: z.boolean().optional(),
  /** Lets layers replace their captures of the same date, without a date the newest ones. */
  replace: z.boolean().optional(),
  /** When the data were captured: `2026-03-14`, `2026-03` or `2026`. */
  captured: z.string().trim().min(1).max(20).optional(),
  /** Shows the layers only to the person who sends them, until that person publishes them. */
  draft: z.boolean().optional(),
  /** The point clouds are a part of an earlier capture, whose other points the new one has too. */
  part: z.boolean().optional(),
  /** The date of that capture; the newest unless given. */
  onto: z.string().trim().min(1).max(20).optional(),
  /** The region of the part: corners of a box, or a polygon, longitude and latitude in degrees; where the new points are unless given. */
  within: partRegionSchema.optional(),
  /** Takes photos that are far from the site. */
  anywhere: z.boolean().optional(),
  /** Leaves the pictures of point files out. */
  withoutPictures: z.boolean().optional(),
});
export type UploadOptions = z.infer<typeof uploadOptionsSchema>;

const bytesSchema = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const partFactsSchema = z.object({ part: uploadPartSchema, files: z.number().int(), bytes: bytesSchema });

/**
 * `receiving`: its bytes arrive or are awaited. `working`: an import waits or runs. `refused`: the import has refused it, and a
 * person decides. `done`: it is published.
 */
const uploadStateSchema = z.enum(['receiving', 'working', 'refused', 'done']);

/** Why a delivery was refused: a sentence, and of a refused source the file, the place in it and the reason. */
const uploadFailureSchema = z.object({
  error: z.string(),
  file: z.string().optional(),
  place: z.string().optional(),
  reason: z.string().optional(),
});

/** A delivery of files to a site, as those who manage the site see it. */
export const uploadSchema = z.object({
  id: z.uuid(),
  siteId: z.number().int(),
  /** The name of the dropped folder or file. */
  title: z.string(),
  /** Who sends it; null for a deleted person. */
  by: z.string().nullable(),
  isOwn: z.boolean(),
  /** Of the list of files, by which the sender's page knows it again after a reload. */
  fingerprint: z.string(),
  parts: z.array(partFactsSchema),
  options: uploadOptionsSchema,
  state: uploadStateSchema,
  /** All bytes that travel: the list of files, the files and the digest. */
  bytes: bytesSchema,
  receivedBytes: bytesSchema,
  /** Of the import; null until it begins. */
  progress: jobProgressSchema.nullable(),
  failure: uploadFailureSchema.nullable(),
  /** Sentences about what was left out or assumed. */
  warnings: z.array(z.string()),
  /** ISO dates. */
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Upload = z.infer<typeof uploadSchema>;

export const uploadsInputSchema = z.object({ siteId: idInputSchema });
export const uploadInputSchema = uploadsInputSchema.extend({ id: z.uuid() });

/** Begins a delivery. Its bytes follow by tus at `/api/uploads/<id>` (docs/uploads.md). */
export const createUploadInputSchema = uploadsInputSchema.extend({
  title: lineInputSchema(UPLOADS_MESSAGES['uploads.titleRequired']),
  fingerprint: z.string().min(1).max(200),
  /** Bytes of the list of files, which travels first. */
  listBytes: z.number().int().min(1).max(UPLOADS.listBytesMost),
  /** All bytes that travel. */
  bytes: bytesSchema.min(1 + UPLOAD_DIGEST_BYTES),
  parts: z.array(partFactsSchema).min(1).max(UPLOAD_PARTS.length),
  options: uploadOptionsSchema,
});

/** Tries a refused delivery again, with other options and without some files. */
export const retryUploadInputSchema = uploadInputSchema.extend({
  options: uploadOptionsSchema,
  /** `part/path` of files that are left out from now on. */
  leftOut: z
    .array(z.string().max(UPLOADS.pathLongest + 20))
    .max(1000)
    .optional(),
});

export const uploadsAnswerSchema = z.object({
  /** Newest first. */
  uploads: z.array(uploadSchema),
  /** Bytes that a further delivery may have here; null where the server cannot tell. */
  spaceBytes: bytesSchema.nullable(),
});
export const uploadAnswerSchema = z.object({ upload: uploadSchema });
