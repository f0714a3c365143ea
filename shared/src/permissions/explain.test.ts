import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADMINISTRATION_TOKENS, isAdministrator } from './administration.ts';
import { gainedPermissions } from './compare.ts';
import { effectivePermissions, type PermissionEntry } from './evaluate.ts';
import { explainPermission } from './explain.ts';

const CAD = 'VIEW:CAD';
const at = (siteId: number, allowed: boolean, token = CAD): PermissionEntry => ({ siteId, token, allowed });

describe('explaining a permission', () => {
  it.each([
    ['silent', [], 1, false, 0],
    ['silent', [at(2, true), at(1, true, 'MOC:VIEW')], 1, false, 0],
    ['siteAllow', [at(1, true), at(0, false)], 1, true, 1],
    ['siteDeny', [at(1, true), at(1, false), at(0, true)], 1, false, 1],
    ['globalAllow', [at(0, true), at(2, false)], 1, true, 1],
    ['globalDeny', [at(0, true), at(0, false)], 1, false, 1],
    ['globalAllow', [at(0, true)], 0, true, 1],
    ['deniedAtSite', [at(0, true), at(2, false)], 0, false, 1],
    ['globalDeny', [at(0, false), at(2, true)], 0, false, 1],
    ['silent', [at(2, true)], 0, false, 0],
  ] as const)('%s', (reason, entries, siteId, isAllowed, decisive) => {
    const explained = explainPermission(entries, siteId, CAD);
    expect(explained).toMatchObject({ reason, isAllowed });
    expect(explained.entries.filter((one) => one.isDecisive)).toHaveLength(decisive);
    expect(explained.entries.every(({ entry }) => entry.token === CAD)).toBe(true);
  });

  it('gives the resolver’s answer, and a reason that agrees with it', () => {
    const entry = fc.record({
      siteId: fc.constantFrom(0, 1, 2),
      token: fc.constantFrom(CAD, 'MOC:VIEW'),
      allowed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), fc.constantFrom(0, 1, 2), (entries, siteId) => {
        const { isAllowed, reason } = explainPermission(entries, siteId, CAD);
        expect(isAllowed).toBe(effectivePermissions(entries, [1, 2])[siteId]![CAD]);
        expect(isAllowed).toBe(reason === 'siteAllow' || reason === 'globalAllow');
      }),
    );
  });
});

describe('comparing permissions', () => {
  it('names what one map grants more than another', () => {
    const before = effectivePermissions([at(1, true)], [1]);
    const after = effectivePermissions([at(0, true)], [1, 2]);
    expect(gainedPermissions(before, after)).toEqual([
      { siteId: 0, token: CAD },
      { siteId: 2, token: CAD },
    ]);
    expect(gainedPermissions(after, { ...before, 2: {} })).toEqual([]);
  });
});

describe('administrators', () => {
  const all = ADMINISTRATION_TOKENS.map((token) => at(0, true, token));
  it('hold every token about users, teams and roles, everywhere', () => {
    expect(ADMINISTRATION_TOKENS).toHaveLength(9);
    expect(isAdministrator(effectivePermissions(all, [1]))).toBe(true);
    expect(isAdministrator(effectivePermissions(all.slice(1), [1]))).toBe(false);
    expect(isAdministrator(effectivePermissions([...all, at(0, false, 'ROLES:VIEW')], [1]))).toBe(false);
  });
});
