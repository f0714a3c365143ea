import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { users } from './users.ts';

/** Who changed what, and when. Never holds a password, token or code. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: createdAt(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    address: text('address'),
    /** The operation, for example `auth.signIn`. */
    action: text('action').notNull(),
    /** What it was done to, for example `site:3`. */
    subject: text('subject'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('audit_entries_at_idx').on(table.at)],
);
