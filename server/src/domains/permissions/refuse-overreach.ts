import type { Db } from '@overlook/db';
import { ADMIN_MESSAGES, grantRefusedText } from '@overlook/shared/messages';
import {
  ADMINISTRATION_TOKENS,
  GLOBAL_SITE_ID,
  isAdministrator,
  isAllowed,
  PERMISSION_TOKENS,
  type PermissionDifference,
  type PermissionMap,
} from '@overlook/shared/permissions';
import { conflict, forbidden } from '../../errors.ts';
import { compareHoldings, holdingOf, type Holdings, loadHoldings } from './holdings.ts';

const ROWS = new Map<string, (typeof PERMISSION_TOKENS)[number]>(PERMISSION_TOKENS.map((row) => [row.token, row]));

/**
 * Whether a difference says something of its own: at global scope a site-specific token sums the sites up, and at a site a
 * global-only token means nothing.
 */
const isMeaningful = ({ siteId, token }: PermissionDifference) =>
  (siteId === GLOBAL_SITE_ID) !== (ROWS.get(token)?.siteSpecific === true);

/** Throws 403 when something in `given` is not held in `map` at the same site. */
export function refuseUnheld(map: PermissionMap, given: readonly PermissionDifference[]): void {
  const unheld = given.filter(({ siteId, token }) => map[siteId]?.[token] !== true);
  if (unheld.length === 0) return;
  throw forbidden(grantRefusedText([...new Set(unheld.map(({ token }) => ROWS.get(token)?.displayName ?? token))]));
}

/**
 * Looks at what a change has come to, in its transaction, and throws where it went too far:
 * 403 when somebody gained what the caller does not hold (sites made later included), 409 when nobody is left who can
 * administer everything, or when the caller took their own administration away.
 */
export async function refuseOverreach(tx: Db, callerId: number, before: Holdings, after: Holdings): Promise<void> {
  const caller = holdingOf(before, callerId);
  const changes = compareHoldings(before, after);
  refuseUnheld(caller, changes.flatMap(({ gained }) => gained).filter(isMeaningful));
  const isNoLonger = ({ userId }: { userId: number }) =>
    isAdministrator(holdingOf(before, userId)) && !isAdministrator(holdingOf(after, userId));
  if (changes.some(isNoLonger)) {
    const everyone = await loadHoldings(tx, 'everyone', { tokens: ADMINISTRATION_TOKENS });
    if (![...everyone.values()].some(isAdministrator)) throw conflict(ADMIN_MESSAGES['admin.last']);
  }
  const own = holdingOf(after, callerId);
  if (ADMINISTRATION_TOKENS.some((token) => isAllowed(caller, null, token) && !isAllowed(own, null, token)))
    throw conflict(ADMIN_MESSAGES['admin.own']);
}

/** Throws 403 when somebody holds, or would hold once enabled, what the caller does not: their account is not to be had. */
export async function refuseMorePowerful(tx: Db, callerId: number, userId: number): Promise<void> {
  const holdings = await loadHoldings(tx, [callerId, userId], { evenInactive: true });
  const changes = compareHoldings(new Map([[userId, holdingOf(holdings, callerId)]]), holdings);
  if (changes.some((change) => change.userId === userId && change.gained.some(isMeaningful)))
    throw forbidden(ADMIN_MESSAGES['user.morePowerful']);
}
