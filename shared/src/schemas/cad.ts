import { z } from 'zod';
import {
  CAD_HITS_DEFAULT,
  CAD_HITS_LARGEST,
  CAD_PAGE_DEFAULT,
  CAD_PAGE_LARGEST,
  CAD_SUBTREES_LARGEST,
} from '../config/cad.ts';
import { idInputSchema, integerInputSchema, searchInputSchema } from './input.ts';
import { idSchema } from './site.ts';

const xyzSchema = z.object({ x: z.number(), y: z.number(), z: z.number() });

/** A storey of a model: `parentId` is that of its building, and a point on its floor is in ECEF metres. */
export const cadStoreySchema = z.object({
  id: idSchema,
  name: z.string(),
  parentId: idSchema.nullable(),
  /** The name of its parent. */
  building: z.string().nullable(),
  floorEcef: z.tuple([z.number(), z.number(), z.number()]),
});

export type CadStorey = z.infer<typeof cadStoreySchema>;

export const cadStoreysAnswerSchema = z.object({ storeys: z.array(cadStoreySchema) });

export type CadStoreysAnswer = z.infer<typeof cadStoreysAnswerSchema>;

/** Property tabs: tab → property → value, in the order delivered. */
export const cadMetadataSchema = z.record(z.string(), z.record(z.string(), z.string()));

export type CadMetadata = z.infer<typeof cadMetadataSchema>;

/** The tag under which an external source knows an item (specification §3). */
const externalTagSchema = z.object({ sourceId: idSchema, sourceName: z.string(), tag: z.string() });

/**
 * CAD tree item (specification §3) as lists show it; its long fields have a call of their own. `position` is that
 * of the item with all below it: ECEF centre, and size along the model's own axes, metres.
 */
export const cadItemSchema = z.object({
  id: idSchema,
  parentId: idSchema.nullable(),
  /** Its place among its siblings, from 0; this is its offset in a page of siblings. */
  index: z.number().int(),
  name: z.string(),
  /** Names from the root, joined by `/`. */
  path: z.string(),
  /** Feature id in the layer's tiles; null for groups without geometry of their own. */
  batchId: z.number().int().nullable(),
  hasChildren: z.boolean(),
  childCount: z.number().int(),
  /** The number of items with a feature in this subtree, this item included. */
  objectCount: z.number().int(),
  hasExternalMetadata: z.boolean(),
  tags: z.array(z.string()),
  externalTags: z.array(externalTagSchema),
  position: z.object({ center: xyzSchema, dimensions: xyzSchema }).nullable(),
});

export type CadItem = z.infer<typeof cadItemSchema>;

/**
 * Which part of a hit fits the search: tab and property for a value, the kind of tag for a tag, or the names of its
 * ancestors.
 */
const cadMatchSchema = z.object({
  where: z.enum(['name', 'tag', 'property', 'path']),
  tab: z.string().nullable(),
  property: z.string().nullable(),
  text: z.string(),
});

/** A hit of a search, with the path to it from the root. */
export const cadHitSchema = cadItemSchema.extend({
  /** Root first. */
  ancestors: z.array(
    cadItemSchema.pick({
      id: true,
      name: true,
      index: true,
      childCount: true,
      objectCount: true,
      tags: true,
      position: true,
    }),
  ),
  match: cadMatchSchema,
});

export type CadHit = z.infer<typeof cadHitSchema>;

/** Feature ids as pairs from–to, both included, ascending: flat. */
const featureRangesSchema = z.array(z.number().int());

const siteInput = {
  siteId: idInputSchema,
  /** A capture of the project layer; the newest unless given. */
  captureId: idInputSchema.optional(),
};
const offset = integerInputSchema(0, 2_147_483_647).default(0);

export const cadRootInputSchema = z.object(siteInput);

/** The children of an item, named by its id or its path; the roots where neither is given. */
export const cadChildrenInputSchema = z
  .object({
    ...siteInput,
    itemId: idInputSchema.optional(),
    path: z.string().max(1_000_000).optional(),
    offset,
    limit: integerInputSchema(1, CAD_PAGE_LARGEST).default(CAD_PAGE_DEFAULT),
  })
  .refine(({ itemId, path }) => itemId === undefined || path === undefined, 'Give an id or a path, not both');

export const cadPageSchema = z.object({ items: z.array(cadItemSchema), total: z.number().int() });

export const cadItemInputSchema = z.object({ ...siteInput, itemId: idInputSchema });

export const cadItemAnswerSchema = z.object({
  item: cadItemSchema,
  guid: z.string().nullable(),
  metadata: cadMetadataSchema,
});

/** Metadata as a JSON string: kept as specified, §7. */
export const cadMetadataAnswerSchema = z.object({ metadata: z.string() });

export const cadWaySchema = z.object({ item: cadItemSchema, ancestors: z.array(cadItemSchema) });

export const cadByFeatureInputSchema = z.object({ ...siteInput, featureId: integerInputSchema(0, 2_147_483_647) });

export const cadByFeatureAnswerSchema = z.object({
  item: cadItemSchema.nullable(),
  ancestors: z.array(cadItemSchema),
});

export const cadSearchInputSchema = z.object({
  ...siteInput,
  query: searchInputSchema,
  /** The best hits first, or all hits in the order of the tree. */
  order: z.enum(['best', 'tree']).default('best'),
  offset,
  limit: integerInputSchema(1, CAD_HITS_LARGEST).default(CAD_HITS_DEFAULT),
});

export const cadSearchAnswerSchema = z.object({
  items: z.array(cadHitSchema),
  total: z.number().int(),
  isTotalExact: z.boolean(),
});

export const cadFeaturesInputSchema = z.object({
  ...siteInput,
  itemIds: z.array(idInputSchema).min(1, 'Give at least one item').max(CAD_SUBTREES_LARGEST),
});

export const cadFeaturesAnswerSchema = z.object({ ranges: featureRangesSchema, count: z.number().int() });

/** Surface and volume of objects, from the finest triangles of their layer. */
export const cadMeasuredSchema = z.object({
  /** Objects with triangles of their own in the selection. */
  objects: z.number().int(),
  triangles: z.number().int(),
  /** Of all of them, each triangle once. */
  areaM2: z.number().nonnegative(),
  /** Of those whose surface is closed. */
  volumeM3: z.number().nonnegative(),
  closed: z.number().int(),
  open: z.number().int(),
});
export type CadMeasured = z.infer<typeof cadMeasuredSchema>;

export const cadFacetsAnswerSchema = z.object({
  facets: z.array(
    z.object({
      tab: z.string(),
      property: z.string(),
      valueCount: z.number().int(),
      featureCount: z.number().int(),
    }),
  ),
});

export const cadFacetInputSchema = z.object({ ...siteInput, tab: z.string(), property: z.string() });

export const cadFacetAnswerSchema = z.object({
  values: z.array(z.object({ value: z.string(), featureCount: z.number().int(), ranges: featureRangesSchema })),
});

export const externalMetadataInputSchema = z.object({
  ...siteInput,
  sourceId: idInputSchema,
  /** The tag. */
  query: z.string().min(1, 'Give a tag').max(1000),
});

export const externalMetadataAnswerSchema = z.object({ metadata: cadMetadataSchema });
