import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { roles, teams, userRoles, users, userTeams } from '@overlook/db/schema';
import type { userPageInputSchema, userPageOutputSchema, UserStatus } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { containsText, matchRank } from '../members/text-search.ts';
import { describeUsers } from '../members/load-user.ts';

type Input = z.output<typeof userPageInputSchema>;

const NAME = sql`(${users.firstName} || ' ' || ${users.lastName})`;

const BY_STATUS: Record<UserStatus, SQL> = {
  all: isNull(users.archivedAt),
  enabled: and(isNull(users.archivedAt), isNull(users.disabledAt))!,
  disabled: and(isNull(users.archivedAt), isNotNull(users.disabledAt))!,
  archived: isNotNull(users.archivedAt),
};

const firstRole = sql`(select min(lower(${roles.displayName})) from ${userRoles} join ${roles} on ${roles.id} = ${userRoles.roleId} where ${userRoles.userId} = ${users.id})`;
const firstTeam = sql`(select min(lower(${teams.displayName})) from ${userTeams} join ${teams} on ${teams.id} = ${userTeams.teamId} where ${userTeams.userId} = ${users.id})`;

const ORDER: Record<Exclude<Input['sort'], 'match'>, SQL> = {
  name: sql`lower(${NAME})`,
  email: sql`${users.email}`,
  role: firstRole,
  team: firstTeam,
  lastActive: sql`${users.lastActiveAt}`,
  createdAt: sql`${users.createdAt}`,
  status: sql`${users.disabledAt}`,
};

/** Every word of the search occurs in the name, the e-mail, a role or a team. */
function fits(db: Db, search: string): SQL | undefined {
  const words = search.split(/\s+/).filter(Boolean);
  return and(
    ...words.map((word) =>
      or(
        containsText(NAME, word),
        containsText(users.email, word),
        // Not correlated, so that each is found once and not for each user.
        inArray(
          users.id,
          db
            .select({ id: userRoles.userId })
            .from(userRoles)
            .innerJoin(roles, eq(roles.id, userRoles.roleId))
            .where(containsText(roles.displayName, word)),
        ),
        inArray(
          users.id,
          db
            .select({ id: userTeams.userId })
            .from(userTeams)
            .innerJoin(teams, eq(teams.id, userTeams.teamId))
            .where(containsText(teams.displayName, word)),
        ),
      ),
    ),
  );
}

async function countByStatus(db: Db, condition: SQL | undefined): Promise<Record<UserStatus, number>> {
  const rows = await db
    .select({
      isArchived: sql<boolean>`${users.archivedAt} is not null`,
      isDisabled: sql<boolean>`${users.disabledAt} is not null`,
      n: count(),
    })
    .from(users)
    .where(condition)
    .groupBy(sql`1`, sql`2`);
  const sum = (of: (row: (typeof rows)[number]) => boolean) => rows.filter(of).reduce((total, row) => total + row.n, 0);
  return {
    all: sum((row) => !row.isArchived),
    enabled: sum((row) => !row.isArchived && !row.isDisabled),
    disabled: sum((row) => !row.isArchived && row.isDisabled),
    archived: sum((row) => row.isArchived),
  };
}

/** One page of the users list, searched and sorted; people without a value are last in both directions. */
export async function pageUsers(ctx: SignedInContext, input: Input): Promise<z.input<typeof userPageOutputSchema>> {
  const { db } = ctx;
  const { search, status, sort, direction, page, pageSize } = input;
  const found = and(isNull(users.deletedAt), fits(db, search));
  const keys = sort === 'match' ? [matchRank(NAME, search), ORDER.name] : [ORDER[sort]];
  const by = direction === 'asc' ? asc : desc;
  const [rows, counts] = await Promise.all([
    db
      .select()
      .from(users)
      .where(and(found, BY_STATUS[status]))
      .orderBy(...keys.map((key) => sql`${key} ${sql.raw(direction)} nulls last`), by(users.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    countByStatus(db, found),
  ]);
  return { users: await describeUsers(ctx, rows), total: counts[status], counts };
}
