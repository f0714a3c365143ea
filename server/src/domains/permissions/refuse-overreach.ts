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
import { conflict, forbidden } from '../../errors.ts';
import { compareHoldings, type HoldingChange, holdingOf, loadHoldings, type Standing } from './holdings.ts';

const ROWS = new Map<string, (typeof PERMISSION_TOKENS)[number]>(PERMISSION_TOKENS.map((row) => [row.token, row]));

const IS_ADMINISTRATION: ReadonlySet<string> = new Set(ADMINISTRATION_TOKENS);

/** What editing a role takes (docs/decisions/0011). */
const ROLE_EDITING_TOKENS: readonly PermissionToken[] = ['ROLES:VIEW', 'USERS:UPDATE'];

/**
 * Whether a difference says something of its own: at global scope a site-specific token sums the sites up, and at a site a
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
export function refuseUnheld(map: PermissionMap, given: readonly PermissionDifference[]): void {
  const unheld = unheldIn(map, given);
  if (unheld.length > 0) throw forbidden(grantRefusedText(namesOf(unheld)));
}

/** Whether `map` grants something that `than` does not. */
const holdsMore = (map: PermissionMap, than: PermissionMap) => gainedPermissions(than, map).some(isMeaningful);

/** Throws 403 when people or teams gained what the caller does not hold, dormant power included. */
function refuseGiving(caller: PermissionMap, before: Standing, after: Standing): void {
  const gained = [
    ...compareHoldings(before.active, after.active),
    ...compareHoldings(before.held, after.held),
    ...compareHoldings(before.ofTeams, after.ofTeams),
  ].flatMap((change) => change.gained);
  refuseUnheld(caller, gained.filter(isMeaningful));
}

/**
 * Throws 403 when people lost what the caller does not hold, and when people who hold more than the caller lost a part
 * of their administration: those who hold less could otherwise first take their power and then their account.
 */
function refuseTaking(callerId: number, before: Standing, after: Standing): void {
  const caller = holdingOf(before.active, callerId);
  const changes = [...compareHoldings(before.active, after.active), ...compareHoldings(before.held, after.held)];
  for (const { userId, lost } of changes) {
    if (userId === callerId) continue;
    const unheld = unheldIn(caller, lost.filter(isMeaningful));
    if (unheld.length > 0) throw forbidden(takeRefusedText(namesOf(unheld)));
    const losesAdministration = lost.some(
      ({ siteId, token }) => siteId === GLOBAL_SITE_ID && IS_ADMINISTRATION.has(token),
    );
    if (losesAdministration && holdsMore(holdingOf(before.held, userId), caller))
      throw forbidden(ADMIN_MESSAGES['user.morePowerful']);
  }
}

/** What the holder of a map can give to others. */
const givable = (map: PermissionMap): PermissionDifference[] =>
  isAllowed(map, null, ROLE_EDITING_TOKENS) ? gainedPermissions({}, map).filter(isMeaningful) : [];

/** Throws 409 when a permission that could be given before can be given by nobody now. */
function refuseLosingForAll(before: Standing, everyone: ReadonlySet<PermissionMap>): void {
  const keyOf = ({ siteId, token }: PermissionDifference) => `${siteId} ${token}`;
  const left = new Set([...everyone].flatMap(givable).map(keyOf));
  const lost = [...new Set(before.active.values())].flatMap(givable).filter((one) => !left.has(keyOf(one)));
  if (lost.length > 0) throw conflict(lastHolderText(namesOf(lost)));
}

/**
 * Looks at the outcome of a change, in its transaction, and throws where it went too far: 403 when the caller gave or took
 * what they do not hold (at sites made later too); 409 when nobody is left who can administer everything, when a
 * permission is left that nobody can give, or when the caller took their own administration away.
 */
export async function refuseOverreach(tx: Db, callerId: number, before: Standing, after: Standing): Promise<void> {
  const caller = holdingOf(before.active, callerId);
  refuseGiving(caller, before, after);
  refuseTaking(callerId, before, after);
  const hasLost = ({ userId, lost }: HoldingChange) =>
    lost.length > 0 && givable(holdingOf(before.active, userId)).length > 0;
  if (compareHoldings(before.active, after.active).some(hasLost)) {
    const everyone = new Set((await loadHoldings(tx, 'everyone')).values());
    if (![...everyone].some(isAdministrator)) throw conflict(ADMIN_MESSAGES['admin.last']);
    refuseLosingForAll(before, everyone);
  }
  const own = holdingOf(after.active, callerId);
  if (ADMINISTRATION_TOKENS.some((token) => isAllowed(caller, null, token) && !isAllowed(own, null, token)))
    throw conflict(ADMIN_MESSAGES['admin.own']);
}

/** Throws 403 when a user holds, or would hold once enabled, what the caller does not: their account is not the caller's. */
export async function refuseMorePowerful(tx: Db, callerId: number, userId: number): Promise<void> {
  const holdings = await loadHoldings(tx, [callerId, userId], { evenInactive: true });
  if (holdsMore(holdingOf(holdings, userId), holdingOf(holdings, callerId)))
    throw forbidden(ADMIN_MESSAGES['user.morePowerful']);
}
