import { describe, expect, it } from 'vitest';
import { valueAt, changedEntries, withValue } from './permission-entries.ts';

const SAVED = { 0: { 'USERS:VIEW': true }, 3: { 'VIEW:CAD': false, 'VIEW:TEXTURED': true } };
const at = (siteId: number, token: string) => ({ siteId, token });

describe('the entries of a role', () => {
  it('are Allow, Deny, or Inherit where there is no entry', () => {
    expect(valueAt(SAVED, at(0, 'USERS:VIEW'))).toBe('allow');
    expect(valueAt(SAVED, at(3, 'VIEW:CAD'))).toBe('deny');
    expect(valueAt(SAVED, at(4, 'VIEW:CAD'))).toBe('inherit');
  });

  it('lose their entry, and an empty site, by Inherit', () => {
    expect(withValue(SAVED, [at(0, 'USERS:VIEW')], 'inherit')).toEqual({ 3: SAVED[3] });
  });

  it('change for several cells together and do not alter the saved ones', () => {
    const draft = withValue(SAVED, [at(3, 'VIEW:CAD'), at(4, 'VIEW:CAD')], 'allow');
    expect(draft).toEqual({ ...SAVED, 3: { 'VIEW:CAD': true, 'VIEW:TEXTURED': true }, 4: { 'VIEW:CAD': true } });
    expect(valueAt(SAVED, at(3, 'VIEW:CAD'))).toBe('deny');
  });
});

describe('the difference before saving', () => {
  it('is nothing for a draft that has been undone', () => {
    const draft = withValue(SAVED, [at(5, 'MOC:VIEW')], 'deny');
    expect(changedEntries(SAVED, withValue(draft, [at(5, 'MOC:VIEW')], 'inherit'))).toEqual([]);
  });

  it('names each cell with both values, in the order of the editor', () => {
    const draft = withValue(withValue(SAVED, [at(0, 'USERS:VIEW')], 'deny'), [at(3, 'VIEW:TEXTURED')], 'inherit');
    expect(changedEntries(SAVED, draft)).toEqual([
      { siteId: 3, token: 'VIEW:TEXTURED', from: 'allow', to: 'inherit' },
      { siteId: 0, token: 'USERS:VIEW', from: 'allow', to: 'deny' },
    ]);
  });
});
