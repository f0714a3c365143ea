import { index, integer, pgEnum, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './users.ts';

/**
 * `two_factor`: the password was correct and a code is expected. `sso`: the provider has confirmed the identity, and
 * the browser may exchange the ticket.
 */
export const signInTicketKind = pgEnum('sign_in_ticket_kind', ['two_factor', 'sso']);

/** Half-finished sign-ins: single-use, short-lived, only the SHA-256 of the ticket stored. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: signInTicketKind('kind').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sign_in_tickets_user_idx').on(table.userId)],
);
