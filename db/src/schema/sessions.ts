import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './users.ts';

/** Signed-in browsers and clients. The key is the SHA-256 of the token, in hex; the token itself is nowhere. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** The session ends here however much it is used. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('sessions_user_idx').on(table.userId), index('sessions_ends_idx').on(table.endsAt)],
);
