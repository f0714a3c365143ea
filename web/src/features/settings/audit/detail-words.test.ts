import { expect, it } from 'vitest';
import { detailFacts, referenceText } from './detail-words.ts';

const names = { 'user:304': 'Ana Conti', 'role:3': 'Surveyor', 'site:1': 'Ridgeway' };
const facts = (details: Record<string, unknown>) =>
  detailFacts({ details, names }).map(({ name, value }) => `${name}: ${value}`);

it('a deleted record keeps its kind and number', () => {
  expect(referenceText('user:304', names)).toBe('Ana Conti');
  expect(referenceText('role:9', names)).toBe('Role 9');
});

it('a changed user is shown field by field, without unchanged fields', () => {
  const changed = { firstName: { from: 'Anna', to: 'Ana' } };
  const roles = { added: [3], removed: [9] };
  expect(facts({ name: 'Anna Conti', changed, isPasswordNew: false, roles, teams: null })).toEqual([
    'Name then: Anna Conti',
    'Roles: Added Surveyor; Removed Role 9',
    'First name: Anna → Ana',
  ]);
});

it('changed permissions are shown by their names and sites', () => {
  const answers = [
    { siteId: 1, token: 'VIEW:CAD', from: null, to: true },
    { siteId: 0, token: 'USERS:VIEW', from: true, to: false },
  ];
  expect(facts({ answers })).toEqual([
    'Permissions: View project layers, Ridgeway: Inherit → Allow; View users, Global: Allow → Deny',
  ]);
});

it('values without a text are shown unchanged', () => {
  expect(facts({ count: 3, filter: { action: 'users' }, users: [304] })).toEqual([
    'Count: 3',
    'Filter: {"action":"users"}',
    'Users: Ana Conti',
  ]);
});
