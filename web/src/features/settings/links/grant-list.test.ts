import { describe, expect, it } from 'vitest';
import type { Site, ViewGrant } from '@overlook/shared/schemas';
import { aViewGrant } from './testing/a-view-grant.ts';
import { fittingGrants, grantsCsv, GRANTS_AT_FIRST, sortedGrants } from './grant-list.ts';
import { stateOf, whatIsShown } from './grant-state.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const SITES = [{ id: 3, name: 'Ridgeway Gas Plant' }] as Site[];
const names = (grants: readonly ViewGrant[]) => grants.map(({ name }) => name);

describe('the state of a link', () => {
  it.each([
    ['open', { endsAt: '2026-11-30T12:00:00Z' }],
    ['endingSoon', { endsAt: '2026-11-29T12:00:00Z' }],
    ['ended', { endsAt: '2026-11-22T12:00:00Z' }],
    ['revoked', { endsAt: '2026-11-20T12:00:00Z', revokedAt: '2026-11-19T12:00:00Z' }],
  ])('is %s', (state, grant) => expect(stateOf(aViewGrant(grant), NOW)).toBe(state));
});

it('names the shown content and its places', () => {
  expect(whatIsShown(aViewGrant({}), SITES)).toBe('Ridgeway Gas Plant, the whole site');
  expect(whatIsShown(aViewGrant({ view: 'v=1' }), SITES)).toBe('Ridgeway Gas Plant, only one view');
  const embed = aViewGrant({ kind: 'embed', origins: ['https://wall.example'] });
  expect(whatIsShown(embed, SITES)).toBe('Ridgeway Gas Plant, https://wall.example');
});

describe('the list', () => {
  const used = (name: string, lastOpenedAt: string | null, openings = 0) =>
    aViewGrant({ name, lastOpenedAt, openings });
  const grants = [used('B', null), used('A', '2026-11-20T12:00:00Z', 4), used('C', '2026-11-22T11:00:00Z', 12)];

  it('begins with the last used ones; those never opened are last in both directions', () => {
    expect(names(sortedGrants(grants, GRANTS_AT_FIRST))).toEqual(['C', 'A', 'B']);
    expect(names(sortedGrants(grants, { sort: 'lastOpenedAt', direction: 'asc' }))).toEqual(['A', 'C', 'B']);
    expect(names(sortedGrants(grants, { sort: 'openings', direction: 'asc' }))).toEqual(['B', 'A', 'C']);
    expect(names(sortedGrants(grants, { sort: 'name', direction: 'asc' }))).toEqual(['A', 'B', 'C']);
  });

  it('is searched by name, site, origin and person, and by state', () => {
    const embed = aViewGrant({
      name: 'Wall',
      kind: 'embed',
      origins: ['https://wall.example'],
      madeBy: 'Bjørn Haugen',
    });
    const find = (search: string) => names(fittingGrants([...grants, embed], { search, state: 'any' }, SITES, NOW));
    for (const search of ['wall', 'bjorn', 'ridgeway wall.example']) expect(find(search)).toEqual(['Wall']);
    expect(find('ridgeway')).toHaveLength(4);
    expect(fittingGrants(grants, { search: '', state: 'ended' }, SITES, NOW)).toEqual([]);
  });

  it('is saved as CSV', () => {
    const csv = grantsCsv([aViewGrant({ name: '=1+1' })], SITES);
    expect(csv).toContain('\'=1+1,link,"Ridgeway Gas Plant, the whole site",Ana Ruiz,');
  });
});
