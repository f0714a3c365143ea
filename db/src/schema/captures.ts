import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DatePrecision, Placement, SitePlan } from '@overlook/shared/schemas';
import { createdAt, id, instant } from './columns.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/**
 * The states of the layers of sites, one for each date. A draft (`publishedAt` null) may have the date of a published one, which it then
 * replaces.
 */
export const captures = pgTable(
  'captures',
  {
    id: id(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    modeltypeId: smallint('modeltype_id').$type<1 | 2 | 3 | 4>().notNull(),
    takenOn: date('taken_on', { mode: 'string' }).notNull(),
    precision: text('precision').$type<DatePrecision>().notNull(),
    /** URL of the `tileset.json` or `models.json`. */
    filepath: text('filepath').notNull(),
    /** How it was moved by hand; null where it lies as delivered. `filepath` then names copies of its JSON files with that move. */
    placement: jsonb('placement').$type<Placement>(),
    /** What `filepath` was before the move; null without one. */
    deliveredFilepath: text('delivered_filepath'),
    /** Picture of the layer from above, below the layer's own folder. */
    plan: jsonb('plan').$type<SitePlan>(),
    /** Of its files on the disk, exact points included; null for what was published before they were counted. */
    bytes: bigint('bytes', { mode: 'number' }),
    /** Null for what an operator or a deleted user has imported. */
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    publishedAt: instant('published_at'),
    /** Hidden, but kept. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    uniqueIndex('captures_day_key')
      .on(table.siteId, table.modeltypeId, table.takenOn)
      .where(sql`${table.publishedAt} is not null and ${table.withdrawnAt} is null`),
    index('captures_site_idx').on(table.siteId),
    index('captures_filepath_idx').on(table.filepath),
    index('captures_created_by_idx').on(table.createdBy),
  ],
);
