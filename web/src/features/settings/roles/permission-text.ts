import { GLOBAL_SITE_ID } from '@overlook/shared/permissions';
import type { ExplicitPermissions, RolePreview } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { type CellKey, VALUE_WORDS, valueAt } from './permission-entries.ts';

/**
 * The effect of Inherit for a cell, and its origin, for this role alone: "Explain access" shows the
 * entries of a person's other roles.
 */
export function inheritText(draft: ExplicitPermissions, { siteId, token }: CellKey): string {
  const globalValue = valueAt(draft, { siteId: GLOBAL_SITE_ID, token });
  if (siteId === GLOBAL_SITE_ID) return ADMIN_MESSAGES['role.inheritsNothingGlobally'];
  if (globalValue === 'inherit') return ADMIN_MESSAGES['role.inheritsNothingHere'];
  return formatMessage(ADMIN_MESSAGES['role.inheritRolesGlobalAnswer'], { value: VALUE_WORDS[globalValue] });
}

const EFFECTS = {
  gained: { exactly: ADMIN_MESSAGES['role.gained'], atLeast: ADMIN_MESSAGES['role.gainedAtLeast'] },
  lost: { exactly: ADMIN_MESSAGES['role.lost'], atLeast: ADMIN_MESSAGES['role.lostAtLeast'] },
} as const;

/** Who gains or loses access by one change: "4 people lose access". A global change may fall on each site differently. */
export function effectText({ changes }: Pick<RolePreview, 'changes'>, { siteId, token }: CellKey): string {
  const own = changes.filter((change) => change.token === token && (siteId === 0 || change.siteId === siteId));
  const most = (of: 'gained' | 'lost') => Math.max(0, ...own.map((change) => change[of]));
  const isMore = own.length > 1;
  const effects = (['lost', 'gained'] as const)
    .filter((of) => most(of) > 0)
    .map((of) => formatMessage(isMore ? EFFECTS[of].atLeast : EFFECTS[of].exactly, { count: most(of) }));
  return effects.join(', ') || ADMIN_MESSAGES['role.noUsersAccessChanges'];
}

/** "affect 14 people through 2 teams". */
export function reachText({ userCount, teamCount }: Pick<RolePreview, 'userCount' | 'teamCount'>): string {
  const affected = formatMessage(ADMIN_MESSAGES['role.affected'], { count: userCount });
  return teamCount === 0
    ? affected
    : `${affected} · ${formatMessage(ADMIN_MESSAGES['role.heldByTeams'], { count: teamCount })}`;
}
