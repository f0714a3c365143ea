import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { roles } from './roles.ts';
import { teams } from './teams.ts';

/** Which teams hold which roles. */
export const teamRoles = pgTable(
  'team_roles',
  {
    teamId: integer('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.roleId] }), index('team_roles_role_idx').on(table.roleId)],
);
