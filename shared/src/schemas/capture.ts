import { z } from 'zod';
import { storedModelTypeSchema } from './model.ts';
import { flagInputSchema, idInputSchema } from './input.ts';
import { idSchema } from './site.ts';

/** How exactly a date is known; `published`: it was not stated, and is the day of the publication. */
const DATE_PRECISIONS = ['day', 'month', 'year', 'published'] as const;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];

/** A calendar day: `2026-03-14`. */
const captureDaySchema = z.iso.date();

/** A state of one layer of a site at a date: a published version of its files, or a draft of one. */
export const captureSchema = z.object({
  id: idSchema,
  siteId: idSchema,
  modeltypeId: storedModelTypeSchema,
  /** The first day of a month or a year where no day is known. */
  takenOn: captureDaySchema,
  precision: z.enum(DATE_PRECISIONS),
  /** URL of a `tileset.json` or of a `models.json` list. */
  filepath: z.string().min(1),
  /** ISO 8601; null for a draft. */
  publishedAt: z.string().nullable(),
  /** It is the one that `models.all` has: the newest published capture of its layer. */
  isCurrent: z.boolean(),
});

export type Capture = z.infer<typeof captureSchema>;

export const capturesAnswerSchema = z.object({ captures: z.array(captureSchema) });

/** Which captures of a layer are kept when a further one is published; the newest is always kept. */
export const keepRuleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('newest'), count: z.number().int().min(1).max(1000) }),
  /** Captures whose date is at most so many days ago. */
  z.strictObject({ kind: z.literal('age'), days: z.number().int().min(1).max(36_500) }),
]);

export type KeepRule = z.infer<typeof keepRuleSchema>;

/** How much names a capture's date: it would show another capture once this one is gone. */
const captureReferencesSchema = z.object({
  places: z.number().int(),
  /** Changes with measurements of it. */
  mocs: z.number().int(),
  /** Public links and embeds that still open. */
  links: z.number().int(),
});

export type CaptureReferences = z.infer<typeof captureReferencesSchema>;

/** A capture as those who manage its site see it. */
export const managedCaptureSchema = captureSchema.extend({
  /** ISO 8601; null for one that is not withdrawn. */
  withdrawnAt: z.string().nullable(),
  /** ISO 8601 */
  createdAt: z.string(),
  /** Who has imported it; null for an operator and for a deleted person. */
  by: z.string().nullable(),
  /** Of its files on the disk; null where they were not counted. */
  bytes: z.number().nullable(),
  /** Points of the exact cloud; null where it has none. */
  points: z.number().nullable(),
  references: captureReferencesSchema,
  /** The rule of its layer would remove it when a further capture is published. */
  isNextToGo: z.boolean(),
});

export type ManagedCapture = z.infer<typeof managedCaptureSchema>;

export const capturesInputSchema = z.object({ siteId: idInputSchema });
export const captureInputSchema = capturesInputSchema.extend({ captureId: idInputSchema });
export const publishCaptureInputSchema = captureInputSchema.extend({
  /** Lets it replace the published capture of the same date. */
  replace: flagInputSchema.default(false),
});
export const dateCaptureInputSchema = captureInputSchema.extend({
  /** `2026-03-14`, `2026-03` or `2026`. */
  captured: z.string().trim().min(1).max(20),
});
export const removeCaptureInputSchema = captureInputSchema.extend({
  /** Lets it be removed although something names its date. */
  evenIfNamed: flagInputSchema.default(false),
});
export const keepCapturesInputSchema = capturesInputSchema.extend({
  modeltypeId: storedModelTypeSchema,
  /** Null keeps all. */
  keep: keepRuleSchema.nullable(),
});

/** The layers of a site in the order of the selector, with their captures, newest first, withdrawn ones and drafts included. */
export const managedCapturesAnswerSchema = z.object({
  layers: z.array(
    z.object({
      modeltypeId: storedModelTypeSchema,
      keep: keepRuleSchema.nullable(),
      captures: z.array(managedCaptureSchema),
    }),
  ),
});
