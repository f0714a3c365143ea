import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, versionColumns, id } from './columns.ts';

/** Named sets of permission answers. */
export const roles = pgTable('roles', {
  id: id(),
  displayName: text('display_name').notNull(),
  description: text('description').notNull().default(''),
  createdAt: createdAt(),
  ...versionColumns(),
});
