import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import { inIds } from '@overlook/db';
import { users } from '@overlook/db/schema';
import type { PermissionDifference } from '@overlook/shared/permissions';
import type { previewRoleInputSchema, RolePreview } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { previewAccess } from '../access/change-access.ts';
import type { PermissionChange } from '../access/permission-snapshot.ts';
import { namedMembers } from '../members/memberships.ts';
import { visibleScopes } from '../../sessions/effective-permissions.ts';
import { roleCreation, roleUpdate } from './save-role.ts';

/** People named in a preview; the rest are counted. */
const NAMED = 20;

function countChanges(changes: readonly PermissionChange[]): RolePreview['changes'] {
  const counts = new Map<string, RolePreview['changes'][number]>();
  const add = (direction: 'gained' | 'lost') => (difference: PermissionDifference) => {
    const key = `${difference.siteId} ${difference.token}`;
    const row = counts.get(key) ?? { ...difference, gained: 0, lost: 0 };
    row[direction]++;
    counts.set(key, row);
  };
  for (const { gained, lost } of changes) {
    gained.forEach(add('gained'));
    lost.forEach(add('lost'));
  }
  return [...counts.values()].sort((a, b) => a.siteId - b.siteId || a.token.localeCompare(b.token));
}

async function namePeople(ctx: SignedInContext, changes: readonly PermissionChange[]): Promise<RolePreview['people']> {
  const byUser = new Map(changes.map((change) => [change.userId, change]));
  const { id, firstName, lastName, email } = users;
  const rows = await ctx.db
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(inIds(users.id, byUser.keys()))
    .orderBy(asc(firstName), asc(lastName), asc(id))
    .limit(NAMED);
  return rows.map((row) => {
    const { gained, lost } = byUser.get(row.id)!;
    return { ...row, gained: gained.length, lost: lost.length };
  });
}

/** What saving a role would change for people, and whether it would be refused. Nothing is stored. Throws 400, 404. */
export async function previewRole(
  ctx: SignedInContext,
  { id, ...input }: z.output<typeof previewRoleInputSchema>,
): Promise<RolePreview> {
  const scopes = await visibleScopes(ctx.db, ctx.caller.permissions);
  const isVisible = ({ siteId }: PermissionDifference) => scopes.has(siteId);
  const held = id === undefined ? [] : ((await namedMembers(ctx.db, 'teamsOfRole', [id])).get(id) ?? []);
  const { changes, refusal } = await previewAccess(
    ctx,
    id === undefined ? roleCreation(ctx, input) : roleUpdate(ctx, { ...input, id }),
  );
  const visible = changes
    .map(({ userId, gained, lost }) => ({ userId, gained: gained.filter(isVisible), lost: lost.filter(isVisible) }))
    .filter(({ gained, lost }) => gained.length > 0 || lost.length > 0);
  return {
    userCount: visible.length,
    teamCount: new Set([...held.map((team) => team.id), ...(input.teamList ?? [])]).size,
    changes: countChanges(visible),
    people: await namePeople(ctx, visible),
    refusal,
  };
}
