import { csvText, hasEveryWord } from '@overlook/shared/format';
import type { Site, ViewGrant } from '@overlook/shared/schemas';
import { type GrantState, stateOf, whatIsShown } from './grant-state.ts';

export type GrantSort = 'name' | 'kind' | 'madeBy' | 'endsAt' | 'lastOpenedAt' | 'openings';

export interface GrantQuery {
  search: string;
  kind: 'all' | ViewGrant['kind'];
  state: 'any' | GrantState;
  sort: GrantSort;
  direction: 'asc' | 'desc';
  page: number;
}

/** The last used ones come first. */
export const GRANTS_AT_FIRST: GrantQuery = {
  search: '',
  kind: 'all',
  state: 'any',
  sort: 'lastOpenedAt',
  direction: 'desc',
  page: 1,
};

/** The links and embeds that fit a query of any kind; `sites` gives the names of sites for the search. */
export function fittingGrants(
  grants: readonly ViewGrant[],
  { search, state }: Pick<GrantQuery, 'search' | 'state'>,
  sites: readonly Site[],
  now: Date,
): ViewGrant[] {
  return grants.filter((grant) => {
    const text = `${grant.name} ${grant.madeBy} ${whatIsShown(grant, sites)}`;
    return hasEveryWord(text, search) && (state === 'any' || stateOf(grant, now) === state);
  });
}

/** In the order of a column. Those never opened are last in both directions. */
export function sortedGrants(
  grants: readonly ViewGrant[],
  { sort, direction }: Pick<GrantQuery, 'sort' | 'direction'>,
): ViewGrant[] {
  const sign = direction === 'asc' ? 1 : -1;
  return grants.toSorted((a, b) => {
    const [first, second] = [a[sort], b[sort]];
    if (first === null || second === null) return Number(first === null) - Number(second === null) || b.id - a.id;
    const order =
      typeof first === 'number' ? first - Number(second) : first.localeCompare(String(second), 'en', { numeric: true });
    return order === 0 ? b.id - a.id : sign * order;
  });
}

const HEADING = ['name', 'kind', 'shows', 'madeBy', 'createdAt', 'endsAt', 'revokedAt', 'lastOpenedAt', 'openings'];

/** Links and embeds as CSV. Dates are in ISO form. */
export const grantsCsv = (grants: readonly ViewGrant[], sites: readonly Site[]): string =>
  csvText(
    HEADING,
    grants.map((grant) => [
      grant.name,
      grant.kind,
      whatIsShown(grant, sites),
      grant.madeBy,
      grant.createdAt,
      grant.endsAt,
      grant.revokedAt,
      grant.lastOpenedAt,
      grant.openings,
    ]),
  );
