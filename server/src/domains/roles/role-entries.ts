import { and, eq, sql } from 'drizzle-orm';
import { inIds, batches, type Db } from '@overlook/db';
import { rolePermissions } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { ExplicitPermissions } from '@overlook/shared/schemas';
import type { AccessTransaction } from '../members/access-transaction.ts';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors/app-error.ts';
import { permissionsOf, loadEffectivePermissions } from '../../sessions/effective-permissions.ts';
import { assertHeld } from '../access/overreach.ts';
import { visibleScopes } from '../../sessions/effective-permissions.ts';

/** What a role says about a token at a site: Allow, Deny, or Inherit (null). */
type EntryValue = boolean | null;
type EntriesInput = Readonly<Record<string, Readonly<Record<string, EntryValue>>>>;

interface EntryChange {
  readonly siteId: number;
  readonly token: string;
  readonly from: EntryValue;
  readonly to: EntryValue;
}

/** The entries of some roles at the given scopes, by role. */
export async function loadRoleEntries(
  db: Db,
  roleIds: Iterable<number>,
  scopes: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ExplicitPermissions>> {
  const entries = new Map<number, ExplicitPermissions>();
  const rows = await db.select().from(rolePermissions).where(inIds(rolePermissions.roleId, roleIds));
  for (const { roleId, siteId, token, allowed } of rows) {
    if (!scopes.has(siteId)) continue;
    const bySite = entries.get(roleId) ?? {};
    entries.set(roleId, bySite);
    (bySite[siteId] ??= {})[token] = allowed;
  }
  return entries;
}

function compareEntries(stored: EntriesInput, wanted: EntriesInput): EntryChange[] {
  const siteIds = new Set([...Object.keys(stored), ...Object.keys(wanted)]);
  return [...siteIds].flatMap((siteId) => {
    const tokens = new Set([...Object.keys(stored[siteId] ?? {}), ...Object.keys(wanted[siteId] ?? {})]);
    return [...tokens]
      .map((token) => ({
        siteId: Number(siteId),
        token,
        from: stored[siteId]?.[token] ?? null,
        to: wanted[siteId]?.[token] ?? null,
      }))
      .filter(({ from, to }) => from !== to);
  });
}

/** The order is Deny, Inherit, Allow, from least to most. */
const rank = (value: EntryValue) => (value === null ? 0 : value ? 1 : -1);

async function store(tx: AccessTransaction, roleId: number, changes: readonly EntryChange[]): Promise<void> {
  const cells = JSON.stringify(changes.map(({ siteId, token }) => ({ site_id: siteId, token })));
  const { siteId, token } = rolePermissions;
  const changed = sql`(${siteId}, ${token}) in (select site_id, token
    from json_to_recordset(${cells}::text::json) as changed (site_id integer, token text))`;
  await tx.delete(rolePermissions).where(and(eq(rolePermissions.roleId, roleId), changed));
  const rows = changes.flatMap(({ to, from: _, ...cell }) => (to === null ? [] : [{ roleId, ...cell, allowed: to }]));
  for (const batch of batches(rows)) await tx.insert(rolePermissions).values(batch);
}

/**
 * Replaces the role's entries at the sites that the caller may view; entries at other sites do not change. Without
 * `wanted` nothing changes. Returns the changes. Throws 400 for a site that does not exist for the caller, and 403
 * where an entry was raised (towards Allow) for a token that the caller does not hold there. That applies to a role
 * without holders too: the person who assigns it later may not check it.
 */
export async function setRoleEntries(
  tx: AccessTransaction,
  ctx: SignedInContext,
  roleId: number,
  wanted: EntriesInput | undefined,
): Promise<EntryChange[]> {
  if (!wanted) return [];
  const { userId } = ctx.caller;
  const caller = permissionsOf(
    await loadEffectivePermissions(tx, { userIds: [userId], includesInactive: false }),
    userId,
  );
  const scopes = await visibleScopes(tx, caller);
  const unknown = Object.keys(wanted).find((siteId) => !scopes.has(Number(siteId)));
  const sentence = ADMIN_MESSAGES['site.unknown'];
  if (unknown !== undefined) throw invalid(sentence, { [`explicitPermissions.${unknown}`]: sentence });
  const stored = (await loadRoleEntries(tx, [roleId], scopes)).get(roleId) ?? {};
  const changes = compareEntries(stored, wanted);
  assertHeld(
    caller,
    changes.filter(({ from, to }) => rank(to) > rank(from)),
  );
  await store(tx, roleId, changes);
  return changes;
}
