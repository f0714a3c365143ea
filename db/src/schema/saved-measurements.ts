import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { MeasuredLayer, MeasurementResult, MeasurementSubject, WholeMeasurement } from '@overlook/shared/schemas';
import { createdAt, id } from './columns.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** Measurements that people keep: the question, its answer, and the states of the layers that gave it. */
export const savedMeasurements = pgTable(
  'saved_measurements',
  {
    id: id(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    /** A key from the client that saved it. */
    guid: uuid('guid').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Names of folders with slashes between; empty for none. */
    folder: text('folder').notNull().default(''),
    isShared: boolean('is_shared').notNull().default(false),
    what: text('what').$type<MeasurementSubject['what']>().notNull(),
    kind: text('kind').$type<WholeMeasurement['kind']>().notNull(),
    subject: jsonb('subject').$type<MeasurementSubject>().notNull(),
    value: doublePrecision('value').notNull(),
    unit: text('unit').$type<MeasurementResult['unit']>().notNull(),
    error: doublePrecision('error'),
    errorKind: text('error_kind').$type<MeasurementResult['errorKind']>().notNull(),
    /** All figures of a fit or a volume. */
    details: jsonb('details').$type<WholeMeasurement['details']>(),
    layers: jsonb('layers').$type<MeasuredLayer[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('saved_measurements_guid_key').on(table.createdBy, table.guid),
    index('saved_measurements_site_idx').on(table.siteId, table.id),
  ],
);
