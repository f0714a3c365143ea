import { GLOBAL_SITE_ID } from '@overlook/shared/permissions';
import type { ExplicitPermissions, RolePreview } from '@overlook/shared/schemas';
import { type CellKey, VALUE_WORDS, valueAt } from './permission-entries.ts';

/**
 * The effect of Inherit for a cell, and its origin, for this role alone: "Explain access" shows the
 * entries of a person's other roles.
 */
export function inheritText(draft: ExplicitPermissions, { siteId, token }: CellKey): string {
  const globalValue = valueAt(draft, { siteId: GLOBAL_SITE_ID, token });
  if (siteId === GLOBAL_SITE_ID) return 'Inherit: this role says nothing globally. Allowed only where a role says so.';
  if (globalValue === 'inherit') return 'Inherit: this role says nothing here. Allowed only if another role says so.';
  return `Inherit: ${VALUE_WORDS[globalValue]}, from this role’s Global answer, unless another role answers for the site.`;
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** Who gains or loses access by one change: "4 people lose access". A global change may fall on each site differently. */
export function effectText({ changes }: Pick<RolePreview, 'changes'>, { siteId, token }: CellKey): string {
  const own = changes.filter((change) => change.token === token && (siteId === 0 || change.siteId === siteId));
  const most = (of: 'gained' | 'lost') => Math.max(0, ...own.map((change) => change[of]));
  const isMore = own.length > 1;
  const effects = [
    { count: most('lost'), one: 'loses access', many: 'lose access' },
    { count: most('gained'), one: 'gains access', many: 'gain access' },
  ]
    .filter(({ count }) => count > 0)
    .map(
      ({ count, one, many }) => `${people(count)}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? one : many}`,
    );
  return effects.join(', ') || 'No user’s access changes';
}

/** "affect 14 people through 2 teams". */
export function reachText({ userCount, teamCount }: Pick<RolePreview, 'userCount' | 'teamCount'>): string {
  const teams = teamCount === 0 ? '' : ` · held by ${teamCount} ${teamCount === 1 ? 'team' : 'teams'}`;
  return `${people(userCount)} affected${teams}`;
}
