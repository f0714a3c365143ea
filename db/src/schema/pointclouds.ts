import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { sites } from './sites.ts';

/** Point clouds that can be exported from. `densities` are point spacings in metres, first one the default. */
export const pointclouds = pgTable(
  'pointclouds',
  {
    uuid: uuid('uuid').primaryKey().defaultRandom(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    densities: jsonb('densities').$type<number[]>().notNull(),
    filepath: text('filepath').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('pointclouds_site_key').on(table.siteId)],
);
