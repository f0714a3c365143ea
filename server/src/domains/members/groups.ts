import { and, asc, count, desc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { roles, teams } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { PageInput } from '@overlook/shared/schemas';
import type { AccessTransaction } from './access-transaction.ts';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { containsText, matchRank } from './text-search.ts';
import { bumpVersion, assertCurrentVersion } from './versions.ts';
import { membershipOf, type MembershipOfUsers } from './memberships.ts';

/** Roles and teams have the same columns and are listed, named and versioned alike. */
export type GroupKind = 'role' | 'team';
export type GroupRow = typeof roles.$inferSelect;

/** Typed as roles: the columns of both tables have the same names and types. */
export const GROUP_TABLES = { role: roles, team: teams as unknown as typeof roles };
const USERS: Record<GroupKind, MembershipOfUsers> = { role: 'usersOfRole', team: 'usersOfTeam' };

interface GroupNames {
  readonly displayName: string;
  readonly description?: string | undefined;
}

/** Every role or team, in the order they were made. */
export const allGroups = (db: Db, kind: GroupKind): Promise<GroupRow[]> =>
  db.select().from(GROUP_TABLES[kind]).orderBy(asc(GROUP_TABLES[kind].id));

/** One role or team. Throws 404 when there is none; 409 when it is not the version that the caller has seen. */
export async function findGroup(db: Db, kind: GroupKind, id: number, seenVersion?: number): Promise<GroupRow> {
  const [row] = await db.select().from(GROUP_TABLES[kind]).where(eq(GROUP_TABLES[kind].id, id));
  if (!row) throw notFound(ADMIN_MESSAGES[`${kind}.unknown`]);
  await assertCurrentVersion(db, kind, row, seenVersion);
  return row;
}

/** Adds an empty role or team. Returns its id. */
export async function insertGroup(tx: Db, ctx: SignedInContext, kind: GroupKind, names: GroupNames): Promise<number> {
  const { displayName, description = '' } = names;
  const now = ctx.clock.now();
  const [made] = await tx
    .insert(GROUP_TABLES[kind])
    .values({ displayName, description, createdAt: now, updatedAt: now, updatedBy: ctx.caller.userId })
    .returning({ id: GROUP_TABLES[kind].id });
  return made!.id;
}

/** Saves the names of a role or team and counts a new version. Returns the names that changed, old and new. */
export async function renameGroup(
  tx: Db,
  ctx: SignedInContext,
  kind: GroupKind,
  row: GroupRow,
  names: GroupNames,
): Promise<Record<string, { from: string; to: string }>> {
  const { displayName, description = row.description } = names;
  await tx
    .update(GROUP_TABLES[kind])
    .set({ displayName, description, ...bumpVersion(ctx) })
    .where(eq(GROUP_TABLES[kind].id, row.id));
  return {
    ...(displayName === row.displayName ? {} : { displayName: { from: row.displayName, to: displayName } }),
    ...(description === row.description ? {} : { description: { from: row.description, to: description } }),
  };
}

/** Removes a role or team. Its members must have been removed before, so that their versions change. */
export async function removeGroup(tx: AccessTransaction, kind: GroupKind, id: number): Promise<void> {
  await tx.delete(GROUP_TABLES[kind]).where(eq(GROUP_TABLES[kind].id, id));
}

/** One page of roles or teams, searched by name and description; `sort` is a column, the number of users or how well the name fits. */
export async function pageGroups(
  db: Db,
  kind: GroupKind,
  { search, sort, direction, page, pageSize }: PageInput,
): Promise<{ rows: GroupRow[]; total: number }> {
  const table = GROUP_TABLES[kind];
  const { table: members, ownColumn } = membershipOf(USERS[kind]);
  const userCount = sql`(select count(*) from ${members} where ${ownColumn} = ${table.id})`;
  const name = sql`lower(${table.displayName})`;
  const orders = { displayName: name, created: table.createdAt, match: matchRank(table.displayName, search) };
  const order = orders[sort as keyof typeof orders] ?? userCount;
  const words = search.split(/\s+/).filter(Boolean);
  const condition = and(
    ...words.map((word) => or(containsText(table.displayName, word), containsText(table.description, word))),
  );
  const by = direction === 'asc' ? asc : desc;
  const [rows, [found]] = await Promise.all([
    db
      .select()
      .from(table)
      .where(condition)
      .orderBy(by(order), by(name), by(table.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.select({ total: count() }).from(table).where(condition),
  ]);
  return { rows, total: found!.total };
}
