import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { sites } from './sites.ts';
import { users } from './users.ts';

/** Pictures that were uploaded for Places. One that no Place names is removed after a day. */
export const snapshotUploads = pgTable(
  'snapshot_uploads',
  {
    /** The `filename` of the Place that it is for. */
    uuid: uuid('uuid').primaryKey(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    imageHash: text('image_hash').notNull(),
    imageBytes: bigint('image_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('snapshot_uploads_site_idx').on(table.siteId),
    index('snapshot_uploads_user_idx').on(table.userId),
    index('snapshot_uploads_created_at_idx').on(table.createdAt),
  ],
);
