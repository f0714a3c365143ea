import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './users.ts';

/** Signed-in browsers and clients. The key is the SHA-256 of the token, in hex; the token itself is nowhere. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** The id by which the owner ends it. */
    id: uuid('id').notNull().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What it was started on, for its owner to recognise: "Firefox on Windows", and the IP address. */
    device: text('device'),
    address: text('address'),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** The session ends at this time even when it is used. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_id_key').on(table.id),
    index('sessions_user_idx').on(table.userId),
    index('sessions_ends_idx').on(table.endsAt),
  ],
);
