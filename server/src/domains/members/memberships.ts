import { and, eq, isNull, asc, count } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { inIds, batches, type Db } from '@overlook/db';
import { roles, teamRoles, teams, userRoles, users, userTeams } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { PersonReference, User } from '@overlook/shared/schemas';
import type { AccessTransaction } from './access-transaction.ts';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors/app-error.ts';
import { bumpVersion } from './versions.ts';

type NamedReference = User['roleList'][number];

/** The memberships, from both ends: `own` is the end that has the list, `other` is the kind of its members. */
const MEMBERSHIPS = {
  rolesOfUser: { table: userRoles, own: 'userId', other: 'roleId', field: 'roleList' },
  teamsOfUser: { table: userTeams, own: 'userId', other: 'teamId', field: 'teamList' },
  usersOfRole: { table: userRoles, own: 'roleId', other: 'userId', field: 'userList' },
  teamsOfRole: { table: teamRoles, own: 'roleId', other: 'teamId', field: 'teamList' },
  usersOfTeam: { table: userTeams, own: 'teamId', other: 'userId', field: 'userList' },
  rolesOfTeam: { table: teamRoles, own: 'teamId', other: 'roleId', field: 'roleList' },
} as const;

type MembershipName = keyof typeof MEMBERSHIPS;
export type MembershipOfUsers = 'usersOfRole' | 'usersOfTeam';
type MembershipOfGroups = Exclude<MembershipName, MembershipOfUsers>;

/** A membership with its columns. The three tables get one type: each has the two columns that its membership names. */
export function membershipOf(name: MembershipName) {
  const link = MEMBERSHIPS[name];
  // A table of drizzle has its columns as properties, by their names.
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

/** The roles or teams that some users, teams or roles have, by owner; owners without any are not in the map. */
export async function namedMembers(
  db: Db,
  name: MembershipOfGroups,
  ownerIds: Iterable<number>,
): Promise<Map<number, NamedReference[]>> {
  const { table, other, ownColumn, otherColumn } = membershipOf(name);
  const others = (other === 'roleId' ? roles : teams) as typeof roles;
  const rows = await db
    .select({ owner: ownColumn, item: { id: others.id, displayName: others.displayName } })
    .from(table)
    .innerJoin(others, eq(others.id, otherColumn))
    .where(inIds(ownColumn, ownerIds))
    .orderBy(asc(others.id));
  return byOwner(rows);
}

/** The users that some roles or teams have, by owner; owners without any are not in the map. */
export async function userMembers(
  db: Db,
  name: MembershipOfUsers,
  ownerIds: Iterable<number>,
): Promise<Map<number, PersonReference[]>> {
  const { table, ownColumn, otherColumn } = membershipOf(name);
  const { id, firstName, lastName, email } = users;
  const rows = await db
    .select({ owner: ownColumn, item: { id, firstName, lastName, email } })
    .from(table)
    .innerJoin(users, and(eq(users.id, otherColumn), isNull(users.deletedAt)))
    .where(inIds(ownColumn, ownerIds))
    .orderBy(asc(users.id));
  return byOwner(rows);
}

/** How many users some roles or teams have. */
export async function countUsers(
  db: Db,
  name: MembershipOfUsers,
  ownerIds: Iterable<number>,
): Promise<ReadonlyMap<number, number>> {
  const { table, ownColumn } = membershipOf(name);
  const rows = await db
    .select({ owner: ownColumn, n: count() })
    .from(table)
    .where(inIds(ownColumn, ownerIds))
    .groupBy(ownColumn);
  return new Map(rows.map(({ owner, n }) => [owner as number, n]));
}

const OTHERS = {
  userId: { table: users, unknown: ADMIN_MESSAGES['user.unknown'] },
  roleId: { table: roles, unknown: ADMIN_MESSAGES['role.unknown'] },
  teamId: { table: teams, unknown: ADMIN_MESSAGES['team.unknown'] },
} as const;

/** The changes of a save in a list, for the audit; null when there are none. */
export type MembershipChange = { added: number[]; removed: number[] } | null;

async function assertAllExist(tx: Db, link: ReturnType<typeof membershipOf>, ids: readonly number[]): Promise<void> {
  const { table, unknown } = OTHERS[link.other];
  const exists = link.other === 'userId' ? isNull(users.deletedAt) : undefined;
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(inIds(table.id, ids), exists));
  if (found.length < ids.length) throw invalid(unknown, { [link.field]: unknown });
}

/**
 * Replaces the list of one end by `ids` and increments the version of everything added or removed. Without `ids` nothing
 * changes. Throws 400 when one of them does not exist.
 */
export async function setMembers(
  tx: AccessTransaction,
  ctx: SignedInContext,
  name: MembershipName,
  ownId: number,
  ids: readonly number[] | undefined,
): Promise<MembershipChange> {
  if (ids === undefined) return null;
  const link = membershipOf(name);
  const { table, ownColumn: own, otherColumn: other } = link;
  const present = new Set(
    (await tx.select({ id: other }).from(table).where(eq(own, ownId))).map((row) => row.id as number),
  );
  const wanted = new Set(ids);
  const added = [...wanted].filter((id) => !present.has(id));
  const removed = [...present].filter((id) => !wanted.has(id));
  if (added.length === 0 && removed.length === 0) return null;
  await assertAllExist(tx, link, added);
  if (removed.length > 0) await tx.delete(table).where(and(eq(own, ownId), inIds(other, removed)));
  const rows = added.map((id) => ({ [link.own]: ownId, [link.other]: id }));
  // Which of the four tables it is, the types do not know.
  for (const batch of batches(rows)) await tx.insert(table).values(batch as never);
  const others = OTHERS[link.other].table;
  await tx
    .update(others)
    .set(bumpVersion(ctx))
    .where(inIds(others.id, [...added, ...removed]));
  return { added, removed };
}

/** All users who hold a role, directly or through a team. */
export async function holdersOf(tx: Db, roleId: number): Promise<number[]> {
  const own = tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.roleId, roleId));
  const throughTeams = tx
    .select({ id: userTeams.userId })
    .from(userTeams)
    .innerJoin(teamRoles, eq(teamRoles.teamId, userTeams.teamId))
    .where(eq(teamRoles.roleId, roleId));
  return (await own.union(throughTeams)).map((row) => row.id);
}

/** The members of some teams. */
export async function membersOf(tx: Db, teamIds: Iterable<number>): Promise<number[]> {
  const rows = await tx.select({ id: userTeams.userId }).from(userTeams).where(inIds(userTeams.teamId, teamIds));
  return rows.map((row) => row.id);
}
