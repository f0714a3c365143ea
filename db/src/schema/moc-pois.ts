import { doublePrecision, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { id } from './columns.ts';
import { mocs } from './mocs.ts';

/** The points of interest of a change: ECEF metres, and the same point in degrees and ellipsoidal metres. */
export const mocPois = pgTable(
  'moc_pois',
  {
    id: id(),
    mocId: integer('moc_id')
      .notNull()
      .references(() => mocs.id, { onDelete: 'cascade' }),
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
    z: doublePrecision('z').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    altitude: doublePrecision('altitude').notNull(),
  },
  (table) => [index('moc_pois_moc_idx').on(table.mocId)],
);
