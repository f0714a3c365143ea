import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';
import { mocs } from './mocs.ts';
import { users } from './users.ts';

/** Files attached to a change. An upload has no change yet until the form that made it is saved. */
export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    uuid: uuid('uuid').notNull().defaultRandom().unique(),
    mocId: integer('moc_id').references(() => mocs.id, { onDelete: 'cascade' }),
    filename: text('filename').notNull(),
    mediaType: text('media_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    uploadedBy: integer('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    archivedAt: instant('archived_at'),
  },
  (table) => [index('attachments_moc_idx').on(table.mocId), index('attachments_uploaded_by_idx').on(table.uploadedBy)],
);
