import { z } from 'zod';
import { NAME_LONGEST } from '../config/limits.ts';

const epsgSchema = z.int().min(1).max(999_999).nullable();
const verticalSchema = z.object({ epsg: epsgSchema, name: z.string().min(1).max(NAME_LONGEST) });

/** A place in a coordinate system, by the codes of its plan and of its heights; degrees. */
export const askedGridsSchema = z.object({
  epsg: epsgSchema,
  /** The system of heights above the sea; null where none is named, and for ellipsoidal heights. */
  vertical: verticalSchema.nullable(),
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
});
export type AskedGrids = z.output<typeof askedGridsSchema>;

const gridPatchSchema = z.object({
  name: z.string(),
  file: z.string(),
  system: z.object({ epsg: z.number().nullable(), name: z.string() }).optional(),
  westDeg: z.number(),
  southDeg: z.number(),
  stepDeg: z.tuple([z.number(), z.number()]),
  columns: z.int(),
  rows: z.int(),
  bands: z.array(z.array(z.number())),
});

const missingGridSchema = z.object({
  kind: z.enum(['geoid', 'datum']),
  /** Of heights, for people. */
  system: z.string().nullable(),
  /** Null where no grid is known for the system. */
  grid: z.string().nullable(),
  file: z.string().nullable(),
  /** It is there, but does not have the place. */
  isInstalled: z.boolean(),
  /** Of the parameters that are used instead, metres. */
  accuracyM: z.number().nullable(),
});
/** A grid that would place data better. */
export type MissingGrid = z.output<typeof missingGridSchema>;

export const foundGridsSchema = z.object({
  grids: z.object({ geoid: gridPatchSchema.optional(), datum: gridPatchSchema.optional() }),
  missing: z.array(missingGridSchema),
  /** Why an import there would be refused for its grids; null where it would not. */
  refusal: z.string().nullable(),
});
export type FoundGrids = z.output<typeof foundGridsSchema>;
