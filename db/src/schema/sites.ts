import { integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { SiteData } from '@overlook/shared/schemas';
import { createdAt, id, instant, versionColumns } from './columns.ts';

/** Industrial sites. `slug` names the site in file paths and on the command line. */
export const sites = pgTable(
  'sites',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    slug: text('slug').notNull(),
    /** The slugs that it had before, oldest first: links and the addresses of files keep them. No other site may take one. */
    formerSlugs: text('former_slugs').array().notNull().default([]),
    /** 1 = legacy quality figures, 0 = default (specification §3). */
    modelSettings: smallint('model_settings').$type<0 | 1>().notNull().default(0),
    /** 1 = photos placed by local offset, 0 = georeferenced. */
    nearbyImagesType: smallint('nearby_images_type').$type<0 | 1>().notNull().default(0),
    data: jsonb('data')
      .$type<SiteData>()
      .notNull()
      .default({ avatar: null, minimapMaxNativeZoom: null, meta: { homeBookmark: null, origin: null } }),
    /** Its place in lists as people have put it; those without one follow, by name. */
    sortOrder: integer('sort_order'),
    createdAt: createdAt(),
    /** Since when it exists only for those who manage sites; its data stays. */
    archivedAt: instant('archived_at'),
    ...versionColumns(),
  },
  (table) => [uniqueIndex('sites_slug_key').on(table.slug)],
);
