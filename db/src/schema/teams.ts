import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, versionColumns, id } from './columns.ts';

/** Groups of users who share roles. */
export const teams = pgTable('teams', {
  id: id(),
  displayName: text('display_name').notNull(),
  description: text('description').notNull().default(''),
  createdAt: createdAt(),
  ...versionColumns(),
});
