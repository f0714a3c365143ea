import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** Facts about this installation that must outlive a restart, for example that the demo has been made. */
export const instanceState = pgTable('instance_state', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  at: createdAt(),
});
