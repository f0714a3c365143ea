import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { roles } from './roles.ts';

/**
 * A role's explicit answers: Allow (true) or Deny (false) per site and token; an absent row means Inherit.
 * `siteId` 0 is global scope, so there is no foreign key to sites: deleting a site removes its rows.
 */
export const rolePermissions = pgTable(
  'role_permissions',
  {
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    siteId: integer('site_id').notNull(),
    token: text('token').notNull(),
    allowed: boolean('allowed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.siteId, table.token] })],
);
