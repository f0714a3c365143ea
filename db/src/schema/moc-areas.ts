import { isNull, sql } from 'drizzle-orm';
import { boolean, customType, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

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
    /**
     * The points in the order of the ring, each as x, y, z in big-endian doubles; null for points that cannot be read.
     * Lists of areas send it unchanged: reading ten thousand `points` would cost ten times as much. Function of
     * migration 0018.
     */
    corners: bytea('corners').generatedAlwaysAs(sql`moc_area_corners("points")`),
    createdAt: createdAt(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    index('moc_areas_moc_idx').on(table.mocId),
    // With this index areas are counted without reading their rows.
    index('moc_areas_counted_idx').on(table.mocId).where(isNull(table.archivedAt)),
  ],
);
