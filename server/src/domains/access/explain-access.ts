import type { z } from 'zod';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { explainPermission } from '@overlook/shared/permissions';
import type { explainInputSchema, Explanation } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { loadUser } from '../members/load-user.ts';
import { loadPermissionPaths, type PermissionPath, visibleScopes } from '../../sessions/effective-permissions.ts';

type Input = z.output<typeof explainInputSchema>;

/** The path with the entries of a drafted role. A draft replaces the entries at the scopes that its author sees. */
function withDraft(path: PermissionPath, { token, draft }: Input, scopes: ReadonlySet<number>): PermissionPath {
  if (!draft || path.role.id !== draft.roleId) return path;
  const drafted = Object.entries(draft.explicitPermissions).flatMap(([siteId, byToken]) => {
    const allowed = byToken[token];
    return typeof allowed === 'boolean' ? [{ siteId: Number(siteId), token, allowed }] : [];
  });
  return { ...path, entries: [...path.entries.filter(({ siteId }) => !scopes.has(siteId)), ...drafted] };
}

/**
 * Why a user holds a permission at a site or not: the chain user → team → role → site or global → entry, which entries
 * decided, and the result. Throws 404 for an unknown user and for a site that does not exist for the caller.
 */
export async function explainAccess(ctx: SignedInContext, input: Input): Promise<Explanation> {
  const { userId, siteId, token } = input;
  const scopes = await visibleScopes(ctx.db, ctx.caller.permissions);
  if (!scopes.has(siteId)) throw notFound(ADMIN_MESSAGES['site.unknown']);
  const user = await loadUser(ctx, userId);
  const paths = await loadPermissionPaths(ctx.db, userId, token);
  const links = paths
    .map((path) => withDraft(path, input, scopes))
    .flatMap(({ role, team, entries }) => entries.map((entry) => ({ ...entry, role, team })));
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
