import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Sign-in tries that have failed or are not yet decided, counted over a sliding window and shared by all server
 * processes. `subject` names the kind of attempt and its account or address: `account:<e-mail>`, `code:<e-mail>`,
 * `address:<IP address>`.
 */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subject: text('subject').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('sign_in_failures_subject_idx').on(table.subject, table.at),
    index('sign_in_failures_at_idx').on(table.at),
  ],
);
