import type { RolePreview } from '@overlook/shared/schemas';
import type { Place } from './answers.ts';

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** Who gains or loses access by one change: "4 people lose access". A global change may fall on each site differently. */
export function effectText({ changes }: Pick<RolePreview, 'changes'>, { siteId, token }: Place): string {
  const own = changes.filter((change) => change.token === token && (siteId === 0 || change.siteId === siteId));
  const most = (of: 'gained' | 'lost') => Math.max(0, ...own.map((change) => change[of]));
  const isMore = own.length > 1;
  const told = [
    { count: most('lost'), one: 'loses access', many: 'lose access' },
    { count: most('gained'), one: 'gains access', many: 'gain access' },
  ]
    .filter(({ count }) => count > 0)
    .map(
      ({ count, one, many }) => `${people(count)}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? one : many}`,
    );
  return told.join(', ') || 'Nobody’s access changes';
}

/** "affect 14 people through 2 teams". */
export function reachText({ userCount, teamCount }: Pick<RolePreview, 'userCount' | 'teamCount'>): string {
  const teams = teamCount === 0 ? '' : ` · held by ${teamCount} ${teamCount === 1 ? 'team' : 'teams'}`;
  return `${people(userCount)} affected${teams}`;
}
