import { and, eq, isNull, type SQL } from 'drizzle-orm';
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

async function loadEntries(db: Db, roleIds: Iterable<number>): Promise<Map<number, PermissionEntry[]>> {
  const entries = new Map<number, PermissionEntry[]>();
  for (const row of await db.select().from(rolePermissions).where(among(rolePermissions.roleId, roleIds))) {
    const list = entries.get(row.roleId) ?? [];
    entries.set(row.roleId, list);
    list.push(row);
  }
  return entries;
}

/**
 * What people hold now. Whoever may not sign in holds nothing, unless `evenInactive` asks what they would hold.
 * Thousands of people usually hold a handful of different sets of roles: each set is resolved once, and those who share it
 * share the map.
 */
export async function loadHoldings(
  db: Db,
  userIds: Iterable<number> | 'everyone',
  { evenInactive = false } = {},
): Promise<Holdings> {
  const asked = userIds === 'everyone' ? null : new Set(userIds);
  const roleIds = await loadRoleIds(
    db,
    and(asked ? among(users.id, asked) : undefined, evenInactive ? undefined : isActive),
  );
  const entries = await loadEntries(db, new Set([...roleIds.values()].flatMap((held) => [...held])));
  const siteIds = (await db.select({ id: sites.id }).from(sites)).map((site) => site.id);
  const maps = new Map<string, PermissionMap>();
  const resolve = (held: ReadonlySet<number>): PermissionMap => {
    const sorted = [...held].sort((a, b) => a - b);
    const key = sorted.join();
    const known = maps.get(key);
    if (known) return known;
    const map = effectivePermissions(
      sorted.flatMap((id) => entries.get(id) ?? []),
      [...siteIds, FUTURE_SITE_ID],
    );
    maps.set(key, map);
    return map;
  };
  const holdings = new Map<number, PermissionMap>();
  for (const id of asked ?? roleIds.keys()) holdings.set(id, NOTHING);
  for (const [id, held] of roleIds) holdings.set(id, resolve(held));
  return holdings;
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
