import type { Db } from '@overlook/db';
import { ADMIN_MESSAGES, grantRefusedText, lastHolderText, takeRefusedText } from '@overlook/shared/messages';
import {
  ADMINISTRATION_TOKENS,
  gainedPermissions,
  GLOBAL_SITE_ID,
  isAdministrator,
  isAllowed,
  PERMISSION_TOKENS,
  type PermissionDifference,
  type PermissionMap,
  type PermissionToken,
} from '@overlook/shared/permissions';
import { conflict, forbidden } from '../../errors/app-error.ts';
import { loadEffectivePermissions, permissionsOf } from '../../sessions/effective-permissions.ts';
import { comparePermissions, type PermissionChange, type PermissionSnapshot } from './permission-snapshot.ts';

const ROWS = new Map<string, (typeof PERMISSION_TOKENS)[number]>(PERMISSION_TOKENS.map((row) => [row.token, row]));

const IS_ADMINISTRATION: ReadonlySet<string> = new Set(ADMINISTRATION_TOKENS);

/** The tokens for editing a role (docs/decisions/0011). */
const ROLE_EDITING_TOKENS: readonly PermissionToken[] = ['ROLES:VIEW', 'USERS:UPDATE'];

/**
 * Whether a difference is meaningful: at global scope a site-specific token only summarises the sites, and at a site a
 * global-only token means nothing.
 */
const isMeaningful = ({ siteId, token }: PermissionDifference) =>
  (siteId === GLOBAL_SITE_ID) !== (ROWS.get(token)?.siteSpecific === true);

const namesOf = (differences: readonly PermissionDifference[]) => [
  ...new Set(differences.map(({ token }) => ROWS.get(token)?.displayName ?? token)),
];

const unheldIn = (map: PermissionMap, differences: readonly PermissionDifference[]) =>
  differences.filter(({ siteId, token }) => map[siteId]?.[token] !== true);

/** Throws 403 when something in `given` is not held in `map` at the same site. */
export function assertHeld(map: PermissionMap, given: readonly PermissionDifference[]): void {
  const unheld = unheldIn(map, given);
  if (unheld.length > 0) throw forbidden(grantRefusedText(namesOf(unheld)));
}

/** Whether `map` grants a permission that `than` does not. */
const holdsMore = (map: PermissionMap, than: PermissionMap) => gainedPermissions(than, map).some(isMeaningful);

/**
 * Throws 403 when people or teams gained permissions that the caller does not hold, including those of inactive users.
 */
function assertGivesOnlyHeld(caller: PermissionMap, before: PermissionSnapshot, after: PermissionSnapshot): void {
  const gained = [
    ...comparePermissions(before.active, after.active),
    ...comparePermissions(before.held, after.held),
    ...comparePermissions(before.ofTeams, after.ofTeams),
  ].flatMap((change) => change.gained);
  assertHeld(caller, gained.filter(isMeaningful));
}

/**
 * Throws 403 when people lost permissions that the caller does not hold, and when people who hold more than the caller
 * lost a part of their administration: otherwise users with fewer permissions could first remove their permissions and
 * then take over their account.
 */
function assertTakesOnlyHeld(callerId: number, before: PermissionSnapshot, after: PermissionSnapshot): void {
  const caller = permissionsOf(before.active, callerId);
  const changes = [...comparePermissions(before.active, after.active), ...comparePermissions(before.held, after.held)];
  for (const { userId, lost } of changes) {
    if (userId === callerId) continue;
    const unheld = unheldIn(caller, lost.filter(isMeaningful));
    if (unheld.length > 0) throw forbidden(takeRefusedText(namesOf(unheld)));
    const losesAdministration = lost.some(
      ({ siteId, token }) => siteId === GLOBAL_SITE_ID && IS_ADMINISTRATION.has(token),
    );
    if (losesAdministration && holdsMore(permissionsOf(before.held, userId), caller))
      throw forbidden(ADMIN_MESSAGES['user.morePowerful']);
  }
}

/** The permissions that the holder of a map can give to others. */
const givable = (map: PermissionMap): PermissionDifference[] =>
  isAllowed(map, null, ROLE_EDITING_TOKENS) ? gainedPermissions({}, map).filter(isMeaningful) : [];

/** Throws 409 when a permission that could be given before can no longer be given by any person. */
function assertStaysGrantable(before: PermissionSnapshot, everyone: ReadonlySet<PermissionMap>): void {
  const keyOf = ({ siteId, token }: PermissionDifference) => `${siteId} ${token}`;
  const left = new Set([...everyone].flatMap(givable).map(keyOf));
  const lost = [...new Set(before.active.values())].flatMap(givable).filter((one) => !left.has(keyOf(one)));
  if (lost.length > 0) throw conflict(lastHolderText(namesOf(lost)));
}

/**
 * Checks the outcome of a change in its transaction. Throws 403 when the caller gave or took permissions that they do
 * not hold (also at sites that are created later); 409 when no one remains who can administer everything, when no one
 * can give a permission any more, or when the caller removed their own administration.
 */
export async function assertNoOverreach(
  tx: Db,
  callerId: number,
  before: PermissionSnapshot,
  after: PermissionSnapshot,
): Promise<void> {
  const caller = permissionsOf(before.active, callerId);
  assertGivesOnlyHeld(caller, before, after);
  assertTakesOnlyHeld(callerId, before, after);
  const hasLost = ({ userId, lost }: PermissionChange) =>
    lost.length > 0 && givable(permissionsOf(before.active, userId)).length > 0;
  if (comparePermissions(before.active, after.active).some(hasLost)) {
    const everyone = new Set(
      (
        await loadEffectivePermissions(tx, {
          userIds: 'everyone',
          includesInactive: false,
          includesArchivedSites: true,
        })
      ).values(),
    );
    if (![...everyone].some(isAdministrator)) throw conflict(ADMIN_MESSAGES['admin.last']);
    assertStaysGrantable(before, everyone);
  }
  const own = permissionsOf(after.active, callerId);
  if (ADMINISTRATION_TOKENS.some((token) => isAllowed(caller, null, token) && !isAllowed(own, null, token)))
    throw conflict(ADMIN_MESSAGES['admin.own']);
}

/**
 * Throws 403 when a user holds, or would hold when enabled, permissions that the caller does not: the caller may not
 * change such an account.
 */
export async function assertNotMorePowerful(tx: Db, callerId: number, userId: number): Promise<void> {
  const permissions = await loadEffectivePermissions(tx, {
    userIds: [callerId, userId],
    includesInactive: true,
    includesArchivedSites: true,
  });
  if (holdsMore(permissionsOf(permissions, userId), permissionsOf(permissions, callerId)))
    throw forbidden(ADMIN_MESSAGES['user.morePowerful']);
}
