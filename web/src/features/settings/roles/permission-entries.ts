import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import type { ExplicitPermissions } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';

/** The entry of a role for a token at a site (specification §4 "Permission value"). */
export type PermissionValue = 'allow' | 'deny' | 'inherit';

export const PERMISSION_VALUES: readonly PermissionValue[] = ['allow', 'deny', 'inherit'];
export const VALUE_WORDS: Record<PermissionValue, string> = {
  allow: ADMIN_MESSAGES['role.allow'],
  deny: ADMIN_MESSAGES['role.deny'],
  inherit: ADMIN_MESSAGES['role.inherit'],
};

/** One cell of the editor; `siteId` 0 = global. */
export interface CellKey {
  siteId: number;
  token: string;
}

/** One difference between a saved role and a draft of it. */
export interface EntryChange extends CellKey {
  from: PermissionValue;
  to: PermissionValue;
}

export function valueAt(permissions: ExplicitPermissions, { siteId, token }: CellKey): PermissionValue {
  const allowed = permissions[siteId]?.[token];
  if (allowed === undefined) return 'inherit';
  return allowed ? 'allow' : 'deny';
}

/** The permissions with one value for several cells. Choosing Inherit removes the entry (specification §4). */
export function withValue(
  permissions: ExplicitPermissions,
  cells: readonly CellKey[],
  value: PermissionValue,
): ExplicitPermissions {
  const changed: ExplicitPermissions = { ...permissions };
  for (const { siteId, token } of cells) {
    const { [token]: _was, ...others } = changed[siteId] ?? {};
    const row = value === 'inherit' ? others : { ...others, [token]: value === 'allow' };
    if (Object.keys(row).length > 0) changed[siteId] = row;
    else delete changed[siteId];
  }
  return changed;
}

const ORDER = new Map<string, number>(PERMISSION_TOKENS.map(({ token }, index) => [token, index]));

/** What saving would change, in the order of the editor. */
export function changedEntries(before: ExplicitPermissions, after: ExplicitPermissions): EntryChange[] {
  const cells = [before, after].flatMap((permissions) =>
    Object.entries(permissions).flatMap(([siteId, row]) => Object.keys(row).map((token) => `${siteId} ${token}`)),
  );
  return [...new Set(cells)]
    .map((cell) => {
      const [siteId, token] = cell.split(' ');
      return { siteId: Number(siteId), token: token! };
    })
    .map((cell) => ({ ...cell, from: valueAt(before, cell), to: valueAt(after, cell) }))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => (ORDER.get(a.token) ?? 0) - (ORDER.get(b.token) ?? 0) || a.siteId - b.siteId);
}
