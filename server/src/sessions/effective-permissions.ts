import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Db, inIds } from '@overlook/db';
import { rolePermissions, roles, sites, teamRoles, teams, userRoles, users, userTeams } from '@overlook/db/schema';
import {
  canViewSite,
  effectivePermissions,
  FUTURE_SITE_ID,
  GLOBAL_SITE_ID,
  managingRow,
  type PermissionEntry,
  type PermissionMap,
} from '@overlook/shared/permissions';

/**
 * The one loader of permissions: the gate of every request, the check that callers give only permissions that they
 * hold, and Explain all read here which roles a user holds and the entries of those roles. `effectivePermissions` of
 * shared resolves the entries.
 */

/** User or team id → permissions at every site, at sites to come (`FUTURE_SITE_ID`) and globally. Holders may share a map. */
export type EffectivePermissions = ReadonlyMap<number, PermissionMap>;

export interface UserSelection {
  readonly userIds: Iterable<number> | 'everyone';
  /** Whether disabled, archived and deleted users keep the permissions of their roles. Otherwise they hold none. */
  readonly includesInactive: boolean;
  /**
   * Whether people keep at archived sites what their roles give there. They have it again when a site is restored, so a
   * change of access is judged with it. Otherwise managing is all that is left there.
   */
  readonly includesArchivedSites?: boolean;
}

const isActive = and(isNull(users.disabledAt), isNull(users.archivedAt), isNull(users.deletedAt))!;

/** The condition on `users` that selects them. */
function selected({ userIds, includesInactive }: UserSelection): SQL {
  const ids = userIds === 'everyone' ? null : [...userIds];
  // One id is looked up by the primary key: this runs at each request of a user.
  const isAsked = ids && (ids.length === 1 ? eq(users.id, ids[0]!) : inIds(users.id, ids));
  return and(isAsked ?? undefined, includesInactive ? undefined : isActive) ?? sql`true`;
}

/** Each way in which a user has a role: rows `holder_id, role_id, team_id`, where a null team means the user's own role. */
const rolesOfUsers = (condition: SQL): SQL => sql`
  select ${users.id} as holder_id, ${userRoles.roleId} as role_id, null::int as team_id
  from ${users} join ${userRoles} on ${userRoles.userId} = ${users.id} where ${condition}
  union all
  select ${users.id}, ${teamRoles.roleId}, ${teamRoles.teamId}
  from ${users} join ${userTeams} on ${userTeams.userId} = ${users.id}
  join ${teamRoles} on ${teamRoles.teamId} = ${userTeams.teamId} where ${condition}`;

/** The roles of each team, as a member without other roles holds them. */
const rolesOfTeams = sql`select ${teamRoles.teamId} as holder_id, ${teamRoles.roleId} as role_id from ${teamRoles}`;

/** Resolves rows `holder_id, role_id`. Equal sets of roles are read and resolved once, and their holders share the map. */
async function resolve(
  db: Db,
  held: SQL,
  { includesArchivedSites = false }: Pick<UserSelection, 'includesArchivedSites'>,
): Promise<{ byHolder: Map<number, PermissionMap>; none: PermissionMap }> {
  const [sets, siteRows] = await Promise.all([
    db
      .select({
        holderIds: sql<number[]>`role_sets.holder_ids`,
        // A row for each site and token, not for each role: one Deny among the roles decides.
        entries: sql<PermissionEntry[]>`(select coalesce(json_agg(entries), '[]') from (
          select ${rolePermissions.siteId} as "siteId", ${rolePermissions.token} as token,
            bool_and(${rolePermissions.allowed}) as allowed
          from ${rolePermissions} where ${rolePermissions.roleId} = any(role_sets.role_ids)
          group by ${rolePermissions.siteId}, ${rolePermissions.token}) as entries)`,
      })
      .from(
        sql`(select json_agg(holder_id) as holder_ids, role_ids from (
          select holder_id, array_agg(distinct role_id order by role_id) as role_ids
          from (${held}) as held group by holder_id) as holders group by role_ids) as role_sets`,
      ),
    db.select({ id: sites.id, archivedAt: sites.archivedAt }).from(sites),
  ]);
  const siteIds = [...siteRows.map((site) => site.id), FUTURE_SITE_ID];
  const resolved = (entries: readonly PermissionEntry[]) => {
    const map = effectivePermissions(entries, siteIds);
    for (const { id, archivedAt } of siteRows)
      if (archivedAt !== null && !includesArchivedSites) map[id] = managingRow(map[id]!);
    return map;
  };
  const byHolder = new Map<number, PermissionMap>();
  for (const { holderIds, entries } of sets) {
    const map = resolved(entries);
    for (const id of holderIds) byHolder.set(id, map);
  }
  return { byHolder, none: resolved([]) };
}

/** The permissions of users now. With `'everyone'`, users who hold no role are not in the map. */
export async function loadEffectivePermissions(db: Db, selection: UserSelection): Promise<EffectivePermissions> {
  const { byHolder, none } = await resolve(db, rolesOfUsers(selected(selection)), selection);
  if (selection.userIds !== 'everyone')
    for (const id of selection.userIds) if (!byHolder.has(id)) byHolder.set(id, none);
  return byHolder;
}

/**
 * The permissions that each team gives to a member without other roles, at archived sites too, by team id. Teams without roles are not in the
 * map.
 */
export const loadTeamPermissions = async (db: Db): Promise<EffectivePermissions> =>
  (await resolve(db, rolesOfTeams, { includesArchivedSites: true })).byHolder;

/** The ids of those users who may sign in. */
export async function activeUsers(db: Db, userIds: Iterable<number>): Promise<ReadonlySet<number>> {
  const condition = selected({ userIds: [...userIds], includesInactive: false });
  const rows = await db.select({ id: users.id }).from(users).where(condition);
  return new Set(rows.map((row) => row.id));
}

const NOTHING: PermissionMap = {};

/** A holder's permissions; none for a holder who is not in the map. */
export const permissionsOf = (permissions: EffectivePermissions, holderId: number): PermissionMap =>
  permissions.get(holderId) ?? NOTHING;

interface Named {
  readonly id: number;
  readonly displayName: string;
}

/** One way in which a user has a role, with the role's entries about a token. */
export interface PermissionPath {
  readonly role: Named;
  /** Null for a role that the user holds without a team. */
  readonly team: Named | null;
  readonly entries: readonly PermissionEntry[];
}

/** All ways in which a user has roles, active or not: the user's own roles first, then those of each team. */
export async function loadPermissionPaths(db: Db, userId: number, token: string): Promise<PermissionPath[]> {
  const held = rolesOfUsers(selected({ userIds: [userId], includesInactive: true }));
  const rows = await db
    .select({
      role: { id: roles.id, displayName: roles.displayName },
      team: { id: teams.id, displayName: teams.displayName },
      siteId: rolePermissions.siteId,
      allowed: rolePermissions.allowed,
    })
    .from(sql`(${held}) as held`)
    .innerJoin(roles, eq(roles.id, sql`held.role_id`))
    .leftJoin(teams, eq(teams.id, sql`held.team_id`))
    .leftJoin(rolePermissions, and(eq(rolePermissions.roleId, roles.id), eq(rolePermissions.token, token)))
    .orderBy(sql`held.team_id nulls first`, roles.id, rolePermissions.siteId);
  const paths = new Map<string, PermissionPath & { entries: PermissionEntry[] }>();
  for (const { role, team, siteId, allowed } of rows) {
    const key = `${team?.id} ${role.id}`;
    const path = paths.get(key) ?? { role, team, entries: [] };
    paths.set(key, path);
    if (siteId !== null && allowed !== null) path.entries.push({ siteId, token, allowed });
  }
  return [...paths.values()];
}

/** The scopes that a user may read and edit entries at: global scope and the sites that exist for the user. */
export async function visibleScopes(db: Db, permissions: PermissionMap): Promise<ReadonlySet<number>> {
  const rows = await db.select({ id: sites.id }).from(sites);
  return new Set([GLOBAL_SITE_ID, ...rows.map((row) => row.id).filter((id) => canViewSite(permissions, id))]);
}
