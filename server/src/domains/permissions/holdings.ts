import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { among, type Db } from '@overlook/db';
import { rolePermissions, sites, teamRoles, userRoles, users, userTeams } from '@overlook/db/schema';
import {
  effectivePermissions,
  FUTURE_SITE_ID,
  gainedPermissions,
  type PermissionDifference,
  type PermissionEntry,
  type PermissionMap,
} from '@overlook/shared/permissions';

/** User id → what they may do, at every site, at sites to come (`FUTURE_SITE_ID`) and globally. */
export type Holdings = ReadonlyMap<number, PermissionMap>;

const NOTHING: PermissionMap = {};
const isActive = and(isNull(users.disabledAt), isNull(users.archivedAt), isNull(users.deletedAt));

async function loadRoleIds(db: Db, condition: SQL | undefined): Promise<Map<number, Set<number>>> {
  const own = db
    .select({ userId: users.id, roleId: userRoles.roleId })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(condition);
  const ofTeams = db
    .select({ userId: users.id, roleId: teamRoles.roleId })
    .from(users)
    .innerJoin(userTeams, eq(userTeams.userId, users.id))
    .innerJoin(teamRoles, eq(teamRoles.teamId, userTeams.teamId))
    .where(condition);
  const roleIds = new Map<number, Set<number>>();
  for (const { userId, roleId } of await own.union(ofTeams)) {
    const held = roleIds.get(userId) ?? new Set();
    roleIds.set(userId, held.add(roleId));
  }
  return roleIds;
}

/** A set of roles, told apart by its ids in order. */
const keyOf = (roleIds: ReadonlySet<number>) => [...roleIds].sort((a, b) => a - b).join();

/** What some sets of roles come to, a row for each set, site and token: a Deny among them is all that counts. */
async function loadEntries(
  db: Db,
  sets: ReadonlyMap<string, ReadonlySet<number>>,
  tokens: readonly string[] | undefined,
): Promise<Map<string, PermissionEntry[]>> {
  const members = [...sets].flatMap(([key, roleIds]) => [...roleIds].map((roleId) => ({ key, role_id: roleId })));
  const rows = await db
    .select({
      key: sql<string>`sets.key`,
      siteId: rolePermissions.siteId,
      token: rolePermissions.token,
      allowed: sql<boolean>`bool_and(${rolePermissions.allowed})`,
    })
    .from(rolePermissions)
    .innerJoin(
      sql`json_to_recordset(${JSON.stringify(members)}::text::json) as sets (key text, role_id integer)`,
      sql`sets.role_id = ${rolePermissions.roleId}`,
    )
    .where(tokens ? inArray(rolePermissions.token, [...tokens]) : undefined)
    .groupBy(sql`sets.key`, rolePermissions.siteId, rolePermissions.token);
  const entries = new Map<string, PermissionEntry[]>();
  for (const { key, ...entry } of rows) {
    const list = entries.get(key);
    if (list) list.push(entry);
    else entries.set(key, [entry]);
  }
  return entries;
}

interface HoldingsOptions {
  /** Also what people would hold who may not sign in. */
  readonly evenInactive?: boolean;
  /** Only these tokens; the others come out as not held. */
  readonly tokens?: readonly string[];
}

/** Resolves the sets of roles of some holders: equal sets are resolved once, and their holders share the map. */
async function resolve(
  db: Db,
  roleIdsByHolder: ReadonlyMap<number, ReadonlySet<number>>,
  tokens?: readonly string[],
): Promise<Map<number, PermissionMap>> {
  const sets = new Map([...roleIdsByHolder.values()].map((roleIds) => [keyOf(roleIds), roleIds]));
  const entries = await loadEntries(db, sets, tokens);
  const siteIds = (await db.select({ id: sites.id }).from(sites)).map((site) => site.id);
  const maps = new Map<string, PermissionMap>();
  for (const key of sets.keys())
    maps.set(key, effectivePermissions(entries.get(key) ?? [], [...siteIds, FUTURE_SITE_ID]));
  return new Map([...roleIdsByHolder].map(([id, roleIds]) => [id, maps.get(keyOf(roleIds)) ?? NOTHING]));
}

interface HoldingsOptions {
  /** Also what people would hold who may not sign in. */
  readonly evenInactive?: boolean;
  /** Only these tokens; the others come out as not held. */
  readonly tokens?: readonly string[];
}

/** What people hold now. People who may not sign in hold nothing, unless `evenInactive`. */
export async function loadHoldings(
  db: Db,
  userIds: Iterable<number> | 'everyone',
  { evenInactive = false, tokens }: HoldingsOptions = {},
): Promise<Holdings> {
  const asked = userIds === 'everyone' ? null : new Set(userIds);
  const isAsked = asked ? among(users.id, asked) : undefined;
  const roleIds = await loadRoleIds(db, and(isAsked, evenInactive ? undefined : isActive));
  const holdings = await resolve(db, roleIds, tokens);
  for (const id of asked ?? []) if (!holdings.has(id)) holdings.set(id, NOTHING);
  return holdings;
}

/** What each team gives a member who has no other roles, by team id. */
async function loadTeamHoldings(db: Db): Promise<Holdings> {
  const roleIds = new Map<number, Set<number>>();
  for (const { teamId, roleId } of await db.select().from(teamRoles))
    roleIds.set(teamId, (roleIds.get(teamId) ?? new Set()).add(roleId));
  return resolve(db, roleIds);
}

/** What can be done, and what could be done after a further step, at one moment. */
export interface Standing {
  /** What people can do now. */
  readonly active: Holdings;
  /** What people hold, also those who may not sign in: their power wakes when they are enabled. */
  readonly held: Holdings;
  /** What teams give, also those without members: their power wakes with the first member. */
  readonly ofTeams: Holdings;
}

/** The standing of some people and of all teams. */
export async function loadStanding(db: Db, userIds: ReadonlySet<number>): Promise<Standing> {
  const held = await loadHoldings(db, userIds, { evenInactive: true });
  const activeIds = await db
    .select({ id: users.id })
    .from(users)
    .where(and(among(users.id, userIds), isActive));
  const isActiveId = new Set(activeIds.map((row) => row.id));
  const active = new Map([...held].map(([id, map]) => [id, isActiveId.has(id) ? map : NOTHING]));
  return { active, held, ofTeams: await loadTeamHoldings(db) };
}

/** What somebody holds; nothing when they are not among those who were asked for. */
export const holdingOf = (holdings: Holdings, userId: number): PermissionMap => holdings.get(userId) ?? NOTHING;

export interface HoldingChange {
  readonly userId: number;
  readonly gained: readonly PermissionDifference[];
  readonly lost: readonly PermissionDifference[];
}

/** Whose permissions differ between two moments, and how; people who share both maps share the comparison. */
export function compareHoldings(before: Holdings, after: Holdings): HoldingChange[] {
  const compared = new Map<PermissionMap, Map<PermissionMap, Omit<HoldingChange, 'userId'>>>();
  const compare = (was: PermissionMap, is: PermissionMap) => {
    const byAfter = compared.get(was) ?? new Map<PermissionMap, Omit<HoldingChange, 'userId'>>();
    compared.set(was, byAfter);
    const change = byAfter.get(is) ?? { gained: gainedPermissions(was, is), lost: gainedPermissions(is, was) };
    byAfter.set(is, change);
    return change;
  };
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((userId) => ({ userId, ...compare(holdingOf(before, userId), holdingOf(after, userId)) }))
    .filter(({ gained, lost }) => gained.length > 0 || lost.length > 0);
}
