import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';
import { mocs } from './mocs.ts';
import { users } from './users.ts';

/** Comments of people on a change. `mentions` are ids of users, who were mailed. */
export const mocComments = pgTable(
  'moc_comments',
  {
    id: id(),
    mocId: integer('moc_id')
      .notNull()
      .references(() => mocs.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The author that the BCF file named from which it was imported; null for comments of people here. */
    authorName: text('author_name'),
    /** A key from the client that added the comment; null when the client sent none. */
    guid: uuid('guid'),
    body: text('body').notNull(),
    mentions: integer('mentions').array().notNull().default([]),
    /** Everybody whom a version of it has mentioned, and who is not mailed again. */
    mailed: integer('mailed').array().notNull().default([]),
    createdAt: createdAt(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    uniqueIndex('moc_comments_guid_key').on(table.mocId, table.guid),
    index('moc_comments_moc_idx').on(table.mocId, table.id),
    index('moc_comments_user_idx').on(table.userId),
  ],
);
