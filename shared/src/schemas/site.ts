import { z } from 'zod';
import type { EpsgText } from '../config/exports.ts';
import { LEVELS } from '../config/site-levels.ts';
import type { SiteQuality } from '../config/site-settings.ts';
import { bookmarkSchema } from './bookmark.ts';

/** Database keys: positive and inside PostgreSQL's `integer`. */
export const idSchema = z.number().int().positive().max(2_147_483_647);

/** The part of a URL that names a site: lower-case letters, digits and single hyphens. */
export const slugSchema = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower-case letters, digits and hyphens');

/** A place on the WGS84 ellipsoid: degrees, degrees, metres above the ellipsoid. */
export const llaSchema = z.strictObject({
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  height: z.number().min(-12_000).max(1_000_000),
});

/** The least and the largest screen-space error that a site may set, CSS pixels. */
const ERROR_LEAST_PX = 1;
const ERROR_MOST_PX = 1000;
const errorPxSchema = z.number().min(ERROR_LEAST_PX).max(ERROR_MOST_PX).exactOptional();
const errorsPxSchema = z.strictObject({ quality: errorPxSchema, balanced: errorPxSchema, speed: errorPxSchema });

/** Screen-space errors of a site in CSS pixels, by layer and quality, where they differ from the common ones. */
export const screenSpaceErrorsSchema = z.strictObject({
  textured: errorsPxSchema.exactOptional(),
  shaded: errorsPxSchema.exactOptional(),
  pointCloud: errorsPxSchema.exactOptional(),
  cad: errorsPxSchema.exactOptional(),
} satisfies Record<keyof SiteQuality['screenSpaceError'], z.ZodType>);

/** The code of a projected coordinate system: “EPSG:7854”. As a text, because pages load this file first and template literals are large. */
export const projectedSystemSchema = z.string().regex(/^EPSG:[1-9]\d{3,5}$/) as unknown as z.ZodType<
  EpsgText,
  EpsgText
>;

const levelHeightSchema = z.number().min(-LEVELS.heightMostM).max(LEVELS.heightMostM);

/** A floor of a site: a name and a range of heights, metres above the ellipsoid at the ground point of the site. */
const siteLevelSchema = z
  .object({ name: z.string().trim().min(1).max(LEVELS.nameLongest), fromM: levelHeightSchema, toM: levelHeightSchema })
  .refine(({ fromM, toM }) => toM > fromM);

export type SiteLevel = z.infer<typeof siteLevelSchema>;

/** The floors of a site, in any order. */
export const siteLevelsSchema = z.array(siteLevelSchema).max(LEVELS.most);

/**
 * The data of a site besides its columns. `origin` is the ground point at which the viewer's local frame has its
 * origin. `coordinateSystem` is the one in which people know the site; absent where nobody has set one.
 */
export const siteDataSchema = z.object({
  avatar: z.string().nullable(),
  minimapMaxNativeZoom: z.number().int().min(0).max(24).nullable(),
  screenSpaceError: screenSpaceErrorsSchema.exactOptional(),
  coordinateSystem: projectedSystemSchema.exactOptional(),
  /** The named floors that people have chosen; absent where nobody has. */
  levels: siteLevelsSchema.exactOptional(),
  meta: z.object({ homeBookmark: bookmarkSchema.nullable(), origin: llaSchema.nullable() }),
});

export type SiteData = z.infer<typeof siteDataSchema>;

/**
 * Site (specification §3). `modelSettings` 1 = legacy; `nearbyImagesType` 1 = local offset, 0 = georeferenced; `hasPicture`: there is a
 * picture that represents it and that the reader may see.
 */
export const siteSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  slug: slugSchema,
  /** Those that it had before: links with them keep working. Absent where it had none. */
  formerSlugs: z.array(slugSchema).exactOptional(),
  modelSettings: z.union([z.literal(0), z.literal(1)]),
  nearbyImagesType: z.union([z.literal(0), z.literal(1)]),
  hasPicture: z.boolean(),
  data: siteDataSchema,
});

export type Site = z.infer<typeof siteSchema>;

/** A site on the globe (specification §3): degrees, and whether any model can be opened there. */
export const sitePinSchema = z.object({
  site_id: idSchema,
  latitude: z.number(),
  longitude: z.number(),
  has_model: z.boolean(),
});

export type SitePin = z.infer<typeof sitePinSchema>;
