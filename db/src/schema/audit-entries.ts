import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { users } from './users.ts';

/**
 * Who changed something or was refused, when, and from where. Never holds a password, token or code. The database
 * refuses to alter a row, and to delete one outside the retention sweep (migration `audit_append_only`).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: createdAt(),
    userId: integer('user_id').references(() => users.id),
    address: text('address'),
    /** The operation, for example `auth.signIn`. */
    action: text('action').notNull(),
    /** What it was done to, for example `site:3`. */
    subject: text('subject'),
    /** The error code it was refused with; null when it was done. */
    refusal: text('refusal'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('audit_entries_at_idx').on(table.at),
    index('audit_entries_user_idx').on(table.userId, table.id),
    index('audit_entries_subject_idx').on(table.subject, table.id),
  ],
);
