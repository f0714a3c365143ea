import { and, eq, isNull } from 'drizzle-orm';
import { among, batches, type Db } from '@overlook/db';
import { roles, teamRoles, teams, userRoles, users, userTeams } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { edited } from './edition.ts';
import { linkOf, type LinkName } from './links.ts';

const OTHERS = {
  userId: { table: users, unknown: ADMIN_MESSAGES['user.unknown'] },
  roleId: { table: roles, unknown: ADMIN_MESSAGES['role.unknown'] },
  teamId: { table: teams, unknown: ADMIN_MESSAGES['team.unknown'] },
} as const;

/** What a save did to a list, for the audit; null when it left it as it was. */
export type MembershipChange = { added: number[]; removed: number[] } | null;

async function refuseUnknown(tx: Db, link: ReturnType<typeof linkOf>, ids: readonly number[]): Promise<void> {
  const { table, unknown } = OTHERS[link.other];
  const exists = link.other === 'userId' ? isNull(users.deletedAt) : undefined;
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(among(table.id, ids), exists));
  if (found.length < ids.length) throw invalid(unknown, { [link.field]: unknown });
}

/**
 * Makes `ids` the whole list of one end and counts a new version of everything that came or went. An absent list stays as
 * it is. Throws 400 when one of them does not exist.
 */
export async function setMembers(
  tx: Db,
  ctx: SignedInContext,
  name: LinkName,
  ownId: number,
  ids: readonly number[] | undefined,
): Promise<MembershipChange> {
  if (ids === undefined) return null;
  const link = linkOf(name);
  const { table, ownColumn: own, otherColumn: other } = link;
  const present = new Set(
    (await tx.select({ id: other }).from(table).where(eq(own, ownId))).map((row) => row.id as number),
  );
  const wanted = new Set(ids);
  const added = [...wanted].filter((id) => !present.has(id));
  const removed = [...present].filter((id) => !wanted.has(id));
  if (added.length === 0 && removed.length === 0) return null;
  await refuseUnknown(tx, link, added);
  if (removed.length > 0) await tx.delete(table).where(and(eq(own, ownId), among(other, removed)));
  const rows = added.map((id) => ({ [link.own]: ownId, [link.other]: id }));
  for (const batch of batches(rows)) await tx.insert(table).values(batch as never);
  const others = OTHERS[link.other].table;
  await tx
    .update(others)
    .set(edited(ctx))
    .where(among(others.id, [...added, ...removed]));
  return { added, removed };
}

/** Everybody who holds a role, themselves or through a team. */
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
  const rows = await tx.select({ id: userTeams.userId }).from(userTeams).where(among(userTeams.teamId, teamIds));
  return rows.map((row) => row.id);
}
