import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id } from './columns.ts';
import { sites } from './sites.ts';

/** Systems outside that hold metadata about tagged objects of a site. */
export const externalSources = pgTable(
  'external_sources',
  {
    id: id(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
  },
  (table) => [uniqueIndex('external_sources_name_key').on(table.siteId, table.name)],
);
