import { describe, expect, it } from 'vitest';
import { effectText, inheritText, reachText } from './permission-text.ts';

const at = (siteId: number, token: string) => ({ siteId, token });
const DRAFT = { 0: { 'VIEW:CAD': true, 'VIEW:SHADED': false }, 3: { 'VIEW:CAD': false } };

it.each([
  [3, 'VIEW:CAD', /^Inherit: Allow, from this role’s Global answer/],
  [4, 'VIEW:SHADED', /^Inherit: Deny, from this role’s Global answer/],
  [3, 'VIEW:TEXTURED', /^Inherit: this role says nothing here/],
  [0, 'VIEW:CAD', /^Inherit: this role says nothing globally/],
])('at %i, %s', (siteId, token, text) => expect(inheritText(DRAFT, { siteId, token })).toMatch(text));

describe('who is affected', () => {
  const changes = [
    { siteId: 3, token: 'VIEW:CAD', gained: 0, lost: 4 },
    { siteId: 4, token: 'VIEW:CAD', gained: 1, lost: 2 },
  ];
  it('is given for the site of the change', () => {
    expect(effectText({ changes }, at(3, 'VIEW:CAD'))).toBe('4 people lose access');
    expect(effectText({ changes }, at(4, 'VIEW:CAD'))).toBe('2 people lose access, 1 person gains access');
    expect(effectText({ changes }, at(5, 'VIEW:CAD'))).toBe('No user’s access changes');
  });
  it('is a lower bound for a global change', () => {
    expect(effectText({ changes }, at(0, 'VIEW:CAD'))).toBe(
      '4 people or more lose access, 1 person or more gain access',
    );
  });
  it('is summed up for all of them', () => {
    expect(reachText({ userCount: 14, teamCount: 2 })).toBe('14 people affected · held by 2 teams');
    expect(reachText({ userCount: 1, teamCount: 0 })).toBe('1 person affected');
  });
});
