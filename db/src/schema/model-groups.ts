import { integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { id } from './columns.ts';
import { sites } from './sites.ts';

/** The models of one site: one group for each site. */
export const modelGroups = pgTable(
  'model_groups',
  {
    id: id(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
  },
  (table) => [uniqueIndex('model_groups_site_key').on(table.siteId)],
);
