import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { among } from '@overlook/db';
import { rolePermissions, roles, teamRoles, teams, userRoles, userTeams } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { explainPermission, type PermissionEntry } from '@overlook/shared/permissions';
import type { explainInputSchema, Explanation } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { loadUser } from '../users/load-user.ts';
import { visibleScopes } from './visible-sites.ts';

type Input = z.output<typeof explainInputSchema>;
type Link = Explanation['links'][number];
type Path = Pick<Link, 'role' | 'team'>;

/** Every way that roles come to somebody: their own first, then through each team. */
async function loadPaths({ db }: SignedInContext, userId: number): Promise<Path[]> {
  const role = { id: roles.id, displayName: roles.displayName };
  const own = await db
    .select({ role })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
    .orderBy(roles.id);
  const ofTeams = await db
    .select({ role, team: { id: teams.id, displayName: teams.displayName } })
    .from(userTeams)
    .innerJoin(teams, eq(teams.id, userTeams.teamId))
    .innerJoin(teamRoles, eq(teamRoles.teamId, teams.id))
    .innerJoin(roles, eq(roles.id, teamRoles.roleId))
    .where(eq(userTeams.userId, userId))
    .orderBy(teams.id, roles.id);
  return [...own.map((path) => ({ ...path, team: null })), ...ofTeams];
}

/** What the roles answer about the token, a draft's role as drafted. A draft holds for the sites that its author sees. */
async function loadEntries(
  { db }: SignedInContext,
  roleIds: ReadonlySet<number>,
  { token, draft }: Input,
  scopes: ReadonlySet<number>,
): Promise<Map<number, PermissionEntry[]>> {
  const rows = await db
    .select()
    .from(rolePermissions)
    .where(and(eq(rolePermissions.token, token), among(rolePermissions.roleId, roleIds)));
  const stored = rows.filter((row) => row.roleId !== draft?.roleId || !scopes.has(row.siteId));
  const drafted = Object.entries(draft?.explicitPermissions ?? {}).flatMap(([siteId, answers]) => {
    const allowed = answers[token];
    return typeof allowed === 'boolean' ? [{ roleId: draft!.roleId, siteId: Number(siteId), token, allowed }] : [];
  });
  const entries = new Map<number, PermissionEntry[]>();
  for (const row of [...stored, ...drafted]) entries.set(row.roleId, [...(entries.get(row.roleId) ?? []), row]);
  return entries;
}

/**
 * Why somebody holds a permission at a site or not: the chain user → team → role → site or global → answer, what settled it
 * and what it comes to. Throws 404 for a user that is not there and a site that does not exist for the caller.
 */
export async function explainAccess(ctx: SignedInContext, input: Input): Promise<Explanation> {
  const { userId, siteId, token } = input;
  const scopes = await visibleScopes(ctx.db, ctx.caller.permissions);
  if (!scopes.has(siteId)) throw notFound(ADMIN_MESSAGES['site.unknown']);
  const user = await loadUser(ctx, userId);
  const paths = await loadPaths(ctx, userId);
  const entries = await loadEntries(ctx, new Set(paths.map((path) => path.role.id)), input, scopes);
  const links = paths.flatMap((path) => (entries.get(path.role.id) ?? []).map((entry) => ({ ...entry, ...path })));
  const explained = explainPermission(links, siteId, token);
  return {
    isAllowed: explained.isAllowed,
    reason: explained.reason,
    isActive: !user.disabled && !user.archived,
    links: explained.entries
      .filter(({ entry }) => scopes.has(entry.siteId))
      .map(({ entry: { role, team, siteId: at, allowed }, isDecisive }) => ({
        role,
        team,
        siteId: at,
        allowed,
        isDecisive,
      })),
  };
}
