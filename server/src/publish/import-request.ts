import { bookmarkSchema, llaSchema, slugSchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import { LAYER_NAMES } from './layers.ts';

const sourceSchema = z.string().min(1).optional();

/** Longitude and latitude in degrees, ellipsoidal height in metres, heading clockwise from north in degrees. */
const placeAtSchema = llaSchema.extend({ headingDeg: z.number().min(-360).max(360).optional() });

/** What `importSite` is asked to do. Sources are absolute paths of files or folders. */
export const importRequestSchema = z.strictObject({
  slug: slugSchema,
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().max(10_000).optional(),
  /** Places data that has no position of its own. */
  at: placeAtSchema.optional(),
  /** Lets `at` move data that has a position. */
  replacePosition: z.boolean().optional(),
  /** Lets a layer take the place of the one that the site has. */
  replace: z.boolean().optional(),
  layers: z.strictObject(
    Object.fromEntries(LAYER_NAMES.map((layer) => [layer, sourceSchema])) as Record<
      (typeof LAYER_NAMES)[number],
      typeof sourceSchema
    >,
  ),
  /** File of properties for the objects of the CAD layer. */
  properties: sourceSchema,
  homeBookmark: bookmarkSchema.optional(),
  origin: llaSchema.optional(),
  avatar: z.string().optional(),
});

export type ImportRequest = z.input<typeof importRequestSchema>;
