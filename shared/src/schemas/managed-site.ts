import { z } from 'zod';
import { MANAGE_SITES_MESSAGES } from '../messages/manage-sites.ts';
import { bookmarkSchema } from './bookmark.ts';
import {
  descriptionInputSchema,
  idInputSchema,
  idListInputSchema,
  integerInputSchema,
  lineInputSchema,
} from './input.ts';
import { jobProgressSchema } from './instance-status.ts';
import { projectedSystemSchema, screenSpaceErrorsSchema, siteLevelsSchema, siteSchema, slugSchema } from './site.ts';

/** A site as those who manage it see it. */
export const managedSiteSchema = siteSchema
  .pick({ id: true, name: true, description: true, slug: true, modelSettings: true })
  .extend({
    /** Those that it had before, oldest first: links with them keep working. */
    formerSlugs: z.array(slugSchema),
    /** Native zoom of the map that the minimap shows at most; null for that of the map. */
    minimapMaxNativeZoom: z.number().int().nullable(),
    homeBookmark: bookmarkSchema.nullable(),
    screenSpaceError: screenSpaceErrorsSchema,
    /** The system in which coordinates are shown, exported and read where nothing else is said; null for none. */
    coordinateSystem: projectedSystemSchema.nullable(),
    /** Address of its own picture; null without one. */
    avatar: z.string().nullable(),
    /** Whether it has a place on the globe. */
    isPlaced: z.boolean(),
    /** Its layers in the order of the selector, and when each was published: ISO date, null for files of other servers. */
    layers: z.array(z.object({ modeltypeId: z.number().int(), publishedAt: z.string().nullable() })),
    photos: z.number().int(),
    /** Bytes of its models; null while they are counted. */
    bytes: z.number().nullable(),
    /** The import that waits or runs; null without one. `progress` is null until it begins. */
    importing: z.object({ progress: jobProgressSchema.nullable() }).nullable(),
    /** Deliveries that were refused and wait for a person. */
    refused: z.number().int(),
    /** ISO date; null for a site that is not archived. */
    archivedAt: z.string().nullable(),
    /** Clients send it back with a save, which is refused when another person has saved since. */
    version: z.number().int(),
  });

export type ManagedSite = z.infer<typeof managedSiteSchema>;

export const managedSiteInputSchema = z.object({ siteId: idInputSchema });

/** A new site. It has no layers and no place on the globe until its first import. */
export const createManagedSiteInputSchema = z.object({
  name: lineInputSchema(MANAGE_SITES_MESSAGES['manageSites.nameRequired']),
  /** No other site has it, or had it before. */
  slug: slugSchema,
  description: descriptionInputSchema.optional(),
});

/** The order of lists: the sites by id; others follow by name, so none gives the order by name back. */
export const orderManagedSitesInputSchema = z.object({ siteIds: idListInputSchema });

/** The largest zoom of map tiles. */
const ZOOM_MOST = 24;

/** An edited site. Absent fields do not change. */
export const updateManagedSiteInputSchema = managedSiteInputSchema.extend({
  version: idInputSchema.optional(),
  name: lineInputSchema(MANAGE_SITES_MESSAGES['manageSites.nameRequired']).optional(),
  /** Links with the former one keep working. */
  slug: slugSchema.optional(),
  description: descriptionInputSchema.optional(),
  modelSettings: z.union([z.literal(0), z.literal(1)]).optional(),
  minimapMaxNativeZoom: integerInputSchema(0, ZOOM_MOST).nullable().optional(),
  homeBookmark: bookmarkSchema.optional(),
  /** Replaces all that were set; what it does not name has the common figure. */
  screenSpaceError: screenSpaceErrorsSchema.optional(),
  /** Null for none. */
  coordinateSystem: projectedSystemSchema.nullable().optional(),
  /** Replaces the named floors; an empty list removes them. */
  levels: siteLevelsSchema.optional(),
  /** The uuid that the upload of its own picture answered; null removes it. */
  avatar: z.uuid().nullable().optional(),
});

/** Deletes a site with all that belongs to it: `name` is its name, typed by the person. */
export const deleteManagedSiteInputSchema = managedSiteInputSchema.extend({ name: z.string().max(1000) });

export const managedSitesAnswerSchema = z.object({
  sites: z.array(managedSiteSchema),
  /** Bytes on the disk of the server; null where it cannot tell. */
  freeBytes: z.number().nullable(),
});

export const savedManagedSiteSchema = z.object({ status: z.literal('success'), site: managedSiteSchema });

export const managedSiteAnswerSchema = z.object({ site: managedSiteSchema });
