import { z } from 'zod';
import { storedModelTypeSchema } from './model.ts';
import { idSchema } from './site.ts';

/** How exactly a date is known; `published`: it was not stated, and is the day of the publication. */
export const DATE_PRECISIONS = ['day', 'month', 'year', 'published'] as const;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];

/** A calendar day: `2026-03-14`. */
export const captureDaySchema = z.iso.date();

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
