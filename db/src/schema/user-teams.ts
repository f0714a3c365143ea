import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { teams } from './teams.ts';
import { users } from './users.ts';

/** Which users are in which teams. */
export const userTeams = pgTable(
  'user_teams',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    teamId: integer('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.teamId] }), index('user_teams_team_idx').on(table.teamId)],
);
