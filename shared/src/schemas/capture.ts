import { z } from 'zod';
import { storedModelTypeSchema } from './model.ts';
import { flagInputSchema, idInputSchema } from './input.ts';
import { idSchema } from './site.ts';

/** How exactly a date is known; `published`: it was not stated, and is the day of the publication. */
const DATE_PRECISIONS = ['day', 'month', 'year', 'published'] as const;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];

/** A calendar day: `2026-03-14`. */
const captureDaySchema = z.iso.date();

const metres = (most: number) => z.number().min(-most).max(most);
/** What lies farther away has the wrong coordinate system, not the wrong place. */
const SHIFT_MOST_M = 100_000;

/** A rigid move as people read it (`RigidMove`): ECEF metres, metres east, north and up, degrees. */
const rigidMoveSchema = z.strictObject({
  pivotEcef: z.tuple([metres(7e6), metres(7e6), metres(7e6)]).refine((p) => Math.hypot(...p) > 6e6, 'a place on Earth'),
  shiftM: z.tuple([metres(SHIFT_MOST_M), metres(SHIFT_MOST_M), metres(SHIFT_MOST_M)]),
  turnDeg: z.number().min(-360).max(360),
  tiltDeg: z.tuple([z.number().min(-90).max(90), z.number().min(-90).max(90)]),
});

/** How a capture was moved from where its files have it, and how well that fits. */
export const placementSchema = rigidMoveSchema.extend({
  by: z.enum(['hand', 'pairs', 'fit']),
  /** Pairs of points, or points of the fit; 0 for a move by hand. */
  count: z.number().int().min(0),
  /** Root mean square of what remains between them, metres; null for a move by hand. */
  rmsM: z.number().min(0).nullable(),
});

export type Placement = z.infer<typeof placementSchema>;

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
  /** How it was moved by hand; the files at `filepath` are moved. Null where it lies as delivered. */
  placement: placementSchema.nullable(),
  /** ISO 8601; null for a draft. */
  publishedAt: z.string().nullable(),
  /** It is the one that `models.all` has: the newest published capture of its layer. */
  isCurrent: z.boolean(),
  /** How many scan positions it has; 0 for layers that are no point clouds. */
  scanPositions: z.number().int().nonnegative(),
});

export type Capture = z.infer<typeof captureSchema>;

export const capturesAnswerSchema = z.object({ captures: z.array(captureSchema) });

/** Where a scanner stood: degrees, metres above the ellipsoid. */
export const scanPositionSchema = z.object({
  /** From 1 on, in the order of the files. */
  number: z.number().int().positive(),
  name: z.string(),
  /** As its file has it; empty for none. */
  guid: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  height: z.number(),
  /** ISO 8601, the begin of the scan; null where the file does not say it. */
  takenAt: z.string().nullable(),
  /** As the file states it. */
  points: z.number().int().nonnegative(),
});

export type ScanPosition = z.infer<typeof scanPositionSchema>;

export const scanPositionsAnswerSchema = z.object({ positions: z.array(scanPositionSchema) });

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
  /** Saved measurements of it. */
  measurements: z.number().int(),
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
export const placeCaptureInputSchema = captureInputSchema.extend({
  /** Null puts it back to where its files have it. */
  placement: placementSchema.nullable(),
});
export const fitCaptureInputSchema = captureInputSchema.extend({
  /** Where the fit begins: the move from where the files have it. */
  placement: placementSchema,
  /** Only says how far it lies from its neighbour there. */
  measureOnly: flagInputSchema.default(false),
});
/**
 * A fit to the published neighbour; `near`: it was only measured, and could be fitted; `apart`: it is more than 1 m away, or under 30 % of it
 * overlaps after the fit, and then nothing is moved.
 */
export const fittedCaptureSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fitted'),
    placement: placementSchema,
    /** Share of the sample within 10 cm of a surface of the neighbour, 0 to 1. */
    overlap: z.number(),
    /** Median distance of the sample from the neighbour's surface where the fit began, metres. */
    distanceM: z.number(),
    /** What the points do not fix, as a floor alone does not fix a place on it: the fit has left it as it was. */
    kept: z.array(z.enum(['east', 'north', 'up', 'turn'])),
  }),
  z.object({
    kind: z.enum(['near', 'apart']),
    /** Null where nothing of it is near. */
    distanceM: z.number().nullable(),
    overlap: z.number(),
  }),
]);

export type FittedCapture = z.infer<typeof fittedCaptureSchema>;

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
