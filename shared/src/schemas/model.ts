import { z } from 'zod';
import { idSchema } from './site.ts';

/** The models of one site belong to one group (specification §3). */
export const modelGroupSchema = z.object({ id: idSchema, siteId: idSchema });

export type ModelGroup = z.infer<typeof modelGroupSchema>;

/** The model types that are files; nearby photos (-1) are a mode of the viewer and not a model. */
export const storedModelTypeSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

/**
 * A picture of a layer from straight above: map tiles of 256 pixels in Web Mercator, north up, transparent where the layer
 * has nothing. People who may see the layer may see it.
 */
export const sitePlanSchema = z.object({
  /** URL with `{z}`, `{x}` and `{y}` for zoom, column and row. */
  tilesUrl: z.string().min(1),
  /** West, south, east and north edge, degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  minZoom: z.number().int().min(0),
  maxZoom: z.number().int().min(0),
  /** When the layer was published, ISO 8601. */
  madeAt: z.string(),
  /** URL of the layer's picture from the home view of its site; without one for layers of earlier versions. */
  homePictureUrl: z.string().min(1).optional(),
});

export type SitePlan = z.infer<typeof sitePlanSchema>;

/** One layer of a site. `filepath` is the URL of a `tileset.json` or of a `models.json` list. */
export const modelSchema = z.object({
  id: idSchema,
  modelgroupId: idSchema,
  modeltypeId: storedModelTypeSchema,
  filepath: z.string().min(1),
  /** Null where none was made: every site has a picture of its best layer, other layers may have none. */
  plan: sitePlanSchema.nullable(),
  /** When this version of the layer was published, ISO 8601; null for files that no import has stored. */
  publishedAt: z.string().nullable(),
});

export type Model = z.infer<typeof modelSchema>;
