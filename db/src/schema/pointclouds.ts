import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { captures } from './captures.ts';
import { createdAt } from './columns.ts';
import { sites } from './sites.ts';

/**
 * Point clouds that can be exported from: the exact source of a capture of the point layer. `densities` are point spacings in metres, the
 * first one the default.
 */
export const pointclouds = pgTable(
  'pointclouds',
  {
    uuid: uuid('uuid').primaryKey().defaultRandom(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    captureId: integer('capture_id')
      .notNull()
      .references(() => captures.id, { onDelete: 'cascade' }),
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
  (table) => [
    uniqueIndex('pointclouds_capture_key').on(table.captureId),
    index('pointclouds_site_idx').on(table.siteId),
  ],
);
