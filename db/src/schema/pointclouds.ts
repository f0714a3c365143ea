import { bigint, boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { sites } from './sites.ts';

/**
 * Point clouds that can be exported from: one for each site, the exact source of its point layer. `densities` are point
 * spacings in metres, the first one the default.
 */
export const pointclouds = pgTable(
  'pointclouds',
  {
    uuid: uuid('uuid').primaryKey().defaultRandom(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    densities: jsonb('densities').$type<number[]>().notNull(),
    /** Folder of the store below `<DATA_DIR>/files`: `pointclouds/<uuid>`. */
    filepath: text('filepath').notNull(),
    points: bigint('points', { mode: 'number' }).notNull().default(0),
    /** For people. */
    coordinateSystem: text('coordinate_system').notNull().default(''),
    hasColor: boolean('has_color').notNull().default(false),
    hasIntensity: boolean('has_intensity').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('pointclouds_site_key').on(table.siteId)],
);
