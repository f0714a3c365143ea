import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { mails } from './mails.ts';
import { snapshots } from './snapshots.ts';
import { users } from './users.ts';

/**
 * Mails that Places were sent with, one row for each recipient: they count against a limit, and the sender sees whether
 * they were sent. A row remains when its Place is deleted, because its mails have been sent.
 */
export const snapshotShares = pgTable(
  'snapshot_shares',
  {
    id: id(),
    snapshotId: integer('snapshot_id').references(() => snapshots.id, { onDelete: 'set null' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the message, from the client that has sent it; null for one that named none. */
    guid: uuid('guid'),
    recipient: text('recipient').notNull(),
    mailId: uuid('mail_id').references(() => mails.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('snapshot_shares_guid_key').on(table.userId, table.guid, table.recipient),
    index('snapshot_shares_user_idx').on(table.userId, table.createdAt),
    index('snapshot_shares_snapshot_idx').on(table.snapshotId),
    index('snapshot_shares_mail_idx').on(table.mailId),
  ],
);
