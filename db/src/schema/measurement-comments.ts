import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { savedMeasurements } from './saved-measurements.ts';
import { users } from './users.ts';

/** What people have said about saved measurements. */
export const measurementComments = pgTable(
  'measurement_comments',
  {
    id: id(),
    measurementId: integer('measurement_id')
      .notNull()
      .references(() => savedMeasurements.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A key from the client that added it. */
    guid: uuid('guid').notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('measurement_comments_guid_key').on(table.measurementId, table.guid),
    index('measurement_comments_user_idx').on(table.userId),
  ],
);
