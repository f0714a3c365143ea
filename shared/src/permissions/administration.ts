import { isAllowed, type PermissionMap } from './evaluate.ts';
import { PERMISSION_TOKENS, type PermissionCategory, type PermissionToken } from './tokens.ts';

const CATEGORIES: ReadonlySet<PermissionCategory> = new Set(['Users', 'Teams', 'Roles']);

/** The tokens that administering people needs: all tokens about users, teams and roles. */
export const ADMINISTRATION_TOKENS: readonly PermissionToken[] = PERMISSION_TOKENS.filter(({ category }) =>
  CATEGORIES.has(category),
).map((row) => row.token);

/** Whether the holder of this map can administer everything. There is always at least one such person. */
export function isAdministrator(map: PermissionMap): boolean {
  return isAllowed(map, null, ADMINISTRATION_TOKENS);
}
