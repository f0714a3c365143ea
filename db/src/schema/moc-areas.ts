import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { mocs } from './mocs.ts';

/** One corner of a drawn area; `x`, `y`, `z` are ECEF metres. */
export interface MocAreaPoint {
  id: string;
  name: string;
  position: number;
  x: number;
  y: number;
  z: number;
}

/** Drawn areas of a change. Heights are metres relative to the drawn base. */
export const mocAreas = pgTable(
  'moc_areas',
  {
    uuid: uuid('uuid').primaryKey().defaultRandom(),
    mocId: integer('moc_id')
      .notNull()
      .references(() => mocs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    bottomHeight: doublePrecision('bottom_height').notNull(),
    topHeight: doublePrecision('top_height').notNull(),
    capped: boolean('capped').notNull().default(true),
    colour: text('colour'),
    points: jsonb('points').$type<MocAreaPoint[]>().notNull(),
    createdAt: createdAt(),
    archivedAt: instant('archived_at'),
  },
  (table) => [index('moc_areas_moc_idx').on(table.mocId)],
);
