import { bookmarkSchema, llaSchema, partRegionSchema, slugSchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import type { LayerName } from '../storage/layers.ts';
import { invalid } from '../errors/app-error.ts';

/** The input in the schema's shape. Throws `AppError` INVALID_INPUT with the first thing that is wrong. */
export function checkedInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw invalid(path.length > 0 ? `${path.join('.')}: ${message}` : message);
}

const sourceSchema = z.string().min(1);
/** One source, or several that make one layer. */
const sourcesSchema = z.union([
  sourceSchema,
  z.array(sourceSchema).min(1).max(100, 'at most 100 files make one layer'),
]);

/** Longitude and latitude in degrees, ellipsoidal height in metres, heading clockwise from north in degrees. */
const placeAtSchema = llaSchema.extend({ headingDeg: z.number().min(-360).max(360).optional() });

/** The request of `importSite`. Sources are absolute paths of files or folders. */
export const importRequestSchema = z.strictObject({
  slug: slugSchema,
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().max(10_000).optional(),
  /** The position of data without a position. */
  at: placeAtSchema.optional(),
  /** Lets `at` move data that has a position. */
  replacePosition: z.boolean().optional(),
  /** Lets layers replace the captures of the same date, without a date the newest ones; and photos all photos. */
  replace: z.boolean().optional(),
  /** When the data were captured: `2026-03-14`, `2026-03` or `2026`. The layers are kept beside captures of other dates. */
  captured: z.string().trim().min(1).max(20).optional(),
  /** Point clouds are a part of an earlier capture: the new one has the points of that one outside of their region. */
  part: z.boolean().optional(),
  /** The date of the capture that they are a part of; the newest unless given. */
  onto: z.string().trim().min(1).max(20).optional(),
  /** The region of the part: corners of a box, or a polygon, longitude and latitude in degrees; where the new points are unless given. */
  within: partRegionSchema.optional(),
  /** Makes captures that only their publisher sees until they are published. */
  draft: z.boolean().optional(),
  layers: z.strictObject({
    textured: sourceSchema.optional(),
    shaded: sourceSchema.optional(),
    points: sourceSchema.optional(),
    cad: sourcesSchema.optional(),
  } satisfies Record<LayerName, z.ZodType>),
  /** Files of properties for the objects of the CAD layer; later ones override earlier ones. */
  properties: sourcesSchema.optional(),
  /** A photo, or a folder of photos. */
  photos: sourceSchema.optional(),
  /** A CSV with positions and directions of the photos. */
  photoTable: sourceSchema.optional(),
  /**
   * The coordinate system of the point clouds: `EPSG:n`, `EPSG:n+m`, or a proj4 string. It has priority over statements
   * in files.
   */
  crs: z.string().trim().min(1).max(1000).optional(),
  /** The reference of altitudes: for photos without a statement, and for point clouds. */
  altitudes: z.enum(['ellipsoidal', 'orthometric']).optional(),
  /** Leaves the pictures of point files out. */
  withoutPictures: z.boolean().optional(),
  /** Takes photos that are far from the site. */
  anywhere: z.boolean().optional(),
  homeBookmark: bookmarkSchema.optional(),
  origin: llaSchema.optional(),
  /** Height of the ground of the site, metres above the ellipsoid. */
  groundHeight: z.number().min(-12_000).max(9000).optional(),
  avatar: z.string().optional(),
});

export type ImportRequest = z.input<typeof importRequestSchema>;

/** One or several sources as a list, which is empty where there is none. */
export const sourcesOf = (given: string | readonly string[] | undefined): readonly string[] =>
  typeof given === 'string' ? [given] : (given ?? []);
