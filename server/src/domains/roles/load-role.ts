import type { Role, RoleSummary } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { findGroup, type GroupRow } from '../members/groups.ts';
import { countUsers, namedMembers, userMembers } from '../members/memberships.ts';
import { visibleScopes } from '../../sessions/effective-permissions.ts';
import { loadRoleEntries } from './role-entries.ts';

/** Rows as a list shows them. */
export async function summariseRoles({ db }: SignedInContext, rows: readonly GroupRow[]): Promise<RoleSummary[]> {
  const ids = rows.map((row) => row.id);
  const [counts, teamLists] = await Promise.all([
    countUsers(db, 'usersOfRole', ids),
    namedMembers(db, 'teamsOfRole', ids),
  ]);
  return rows.map(({ id, displayName, description, createdAt, version }) => ({
    id,
    displayName,
    description,
    userCount: counts.get(id) ?? 0,
    created: createdAt.toISOString(),
    version,
    teamList: teamLists.get(id) ?? [],
  }));
}

/** Rows with their users and entries, without the entries at sites that do not exist for the caller. */
export async function describeRoles(ctx: SignedInContext, rows: readonly GroupRow[]): Promise<Role[]> {
  const ids = rows.map((row) => row.id);
  const scopes = await visibleScopes(ctx.db, ctx.caller.permissions);
  const [summaries, userLists, entries] = await Promise.all([
    summariseRoles(ctx, rows),
    userMembers(ctx.db, 'usersOfRole', ids),
    loadRoleEntries(ctx.db, ids, scopes),
  ]);
  return summaries.map((role) => ({
    ...role,
    userList: userLists.get(role.id) ?? [],
    explicitPermissions: entries.get(role.id) ?? {},
  }));
}

/** One role. Throws 404. */
export async function loadRole(ctx: SignedInContext, id: number): Promise<Role> {
  const [role] = await describeRoles(ctx, [await findGroup(ctx.db, 'role', id)]);
  return role!;
}
