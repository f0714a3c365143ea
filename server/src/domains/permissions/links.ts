import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { among, type Db } from '@overlook/db';
import { roles, teamRoles, teams, userRoles, users, userTeams } from '@overlook/db/schema';
import type { PersonReference, User } from '@overlook/shared/schemas';

type NamedReference = User['roleList'][number];

/** Who belongs to what, seen from either end: `own` is the end that has the list, `other` is what the list holds. */
const LINKS = {
  rolesOfUser: { table: userRoles, own: 'userId', other: 'roleId', field: 'roleList' },
  teamsOfUser: { table: userTeams, own: 'userId', other: 'teamId', field: 'teamList' },
  usersOfRole: { table: userRoles, own: 'roleId', other: 'userId', field: 'userList' },
  teamsOfRole: { table: teamRoles, own: 'roleId', other: 'teamId', field: 'teamList' },
  usersOfTeam: { table: userTeams, own: 'teamId', other: 'userId', field: 'userList' },
  rolesOfTeam: { table: teamRoles, own: 'teamId', other: 'roleId', field: 'roleList' },
} as const;

export type LinkName = keyof typeof LINKS;
export type LinkToUsers = 'usersOfRole' | 'usersOfTeam';
type LinkToNamed = Exclude<LinkName, LinkToUsers>;

/** A link with its columns. The three tables are given one type: each has the two columns that its link names. */
export function linkOf(name: LinkName) {
  const link = LINKS[name];
  const columns = link.table as unknown as Record<string, PgColumn>;
  return {
    ...link,
    table: link.table as typeof userRoles,
    ownColumn: columns[link.own]!,
    otherColumn: columns[link.other]!,
  };
}

function byOwner<T>(rows: readonly { owner: unknown; item: T }[]): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const { owner, item } of rows) {
    const list = lists.get(owner as number);
    if (list) list.push(item);
    else lists.set(owner as number, [item]);
  }
  return lists;
}

/** The roles or teams that some users, teams or roles have, by owner; who has none is not in the map. */
export async function namedMembers(
  db: Db,
  name: LinkToNamed,
  ownerIds: Iterable<number>,
): Promise<Map<number, NamedReference[]>> {
  const { table, other, ownColumn, otherColumn } = linkOf(name);
  const others = (other === 'roleId' ? roles : teams) as typeof roles;
  const rows = await db
    .select({ owner: ownColumn, item: { id: others.id, displayName: others.displayName } })
    .from(table)
    .innerJoin(others, eq(others.id, otherColumn))
    .where(among(ownColumn, ownerIds))
    .orderBy(asc(others.id));
  return byOwner(rows);
}

/** The users that some roles or teams have, by owner; who has none is not in the map. */
export async function userMembers(
  db: Db,
  name: LinkToUsers,
  ownerIds: Iterable<number>,
): Promise<Map<number, PersonReference[]>> {
  const { table, ownColumn, otherColumn } = linkOf(name);
  const { id, firstName, lastName, email } = users;
  const rows = await db
    .select({ owner: ownColumn, item: { id, firstName, lastName, email } })
    .from(table)
    .innerJoin(users, and(eq(users.id, otherColumn), isNull(users.deletedAt)))
    .where(among(ownColumn, ownerIds))
    .orderBy(asc(users.id));
  return byOwner(rows);
}

/** How many users some roles or teams have. */
export async function countUsers(
  db: Db,
  name: LinkToUsers,
  ownerIds: Iterable<number>,
): Promise<ReadonlyMap<number, number>> {
  const { table, ownColumn } = linkOf(name);
  const rows = await db
    .select({ owner: ownColumn, n: count() })
    .from(table)
    .where(among(ownColumn, ownerIds))
    .groupBy(ownColumn);
  return new Map(rows.map(({ owner, n }) => [owner as number, n]));
}
