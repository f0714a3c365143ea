import { bigint, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { captures } from './captures.ts';
import { instant } from './columns.ts';

/** Where a scanner stood for a capture of the point layer: WGS 84 in degrees, ellipsoidal metres. */
export const scanPositions = pgTable(
  'scan_positions',
  {
    captureId: integer('capture_id')
      .notNull()
      .references(() => captures.id, { onDelete: 'cascade' }),
    /** From 1 on, in the order of the files. */
    number: integer('number').notNull(),
    name: text('name').notNull(),
    /** As its file has it; empty for none. */
    guid: text('guid').notNull().default(''),
    longitude: doublePrecision('longitude').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    height: doublePrecision('height').notNull(),
    takenAt: instant('taken_at'),
    /** As the file states it. */
    points: bigint('points', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.captureId, table.number] })],
);
