import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canViewSite, effectivePermissions, isAllowed, isAllowedSomewhere, type PermissionEntry } from './evaluate.ts';
import { isPermissionToken, PERMISSION_CATEGORIES, PERMISSION_TOKENS } from './tokens.ts';

const CAD = 'VIEW:CAD';
const at = (siteId: number, allowed: boolean, token = CAD): PermissionEntry => ({ siteId, token, allowed });

describe('effective permissions', () => {
  it.each([
    ['nothing said', [], false, false],
    ['allowed globally', [at(0, true)], true, true],
    ['allowed at the site', [at(1, true)], true, false],
    ['allowed and denied at the site', [at(1, true), at(1, false)], false, false],
    ['denied at the site, allowed globally', [at(1, false), at(0, true)], false, false],
    ['allowed at the site, denied globally', [at(1, true), at(0, false)], true, false],
    ['allowed and denied globally', [at(0, true), at(0, false)], false, false],
    ['denied at another site', [at(0, true), at(2, false)], true, false],
    ['denied at a site that is not asked for', [at(0, true), at(99, false)], true, false],
  ])('%s', (_, entries, atSite, globally) => {
    const map = effectivePermissions(entries, [1, 2]);
    expect(map['1']![CAD]).toBe(atSite);
    expect(map['0']![CAD]).toBe(globally);
  });

  const entry = fc.record({
    siteId: fc.constantFrom(0, 1, 2, 3),
    token: fc.constantFrom(...PERMISSION_TOKENS.map((row) => row.token)),
    allowed: fc.boolean(),
  });
  const entries = fc.array(entry, { maxLength: 40 });

  /** The rule as the decision words it, for one site and token. */
  function asWritten(all: PermissionEntry[], siteId: number, token: string): boolean {
    for (const scope of [siteId, 0]) {
      const here = all.filter((one) => one.siteId === scope && one.token === token);
      if (here.some((one) => !one.allowed)) return false;
      if (here.some((one) => one.allowed)) return true;
    }
    return false;
  }

  it('answers as the rule is written, and a check of "site or 0" gives the same', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const map = effectivePermissions(all, [1, 2, 3]);
        for (const { token } of PERMISSION_TOKENS)
          for (const siteId of [1, 2, 3]) {
            const expected = asWritten(all, siteId, token);
            expect(map[siteId]![token]).toBe(expected);
            expect(isAllowed(map, siteId, token)).toBe(expected);
          }
      }),
    );
  });

  it('does not depend on the order or the number of roles with the same entry', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const map = effectivePermissions(all, [1, 2, 3]);
        expect(effectivePermissions([...all].reverse(), [1, 2, 3])).toEqual(map);
        expect(effectivePermissions([...all, ...all], [1, 2, 3])).toEqual(map);
      }),
    );
  });

  it('never grants more because of a Deny', () => {
    fc.assert(
      fc.property(entries, entry, (all, extra) => {
        const before = effectivePermissions(all, [1, 2, 3]);
        const after = effectivePermissions([...all, { ...extra, allowed: false }], [1, 2, 3]);
        for (const [siteId, row] of Object.entries(after))
          for (const [token, allowed] of Object.entries(row)) expect(!allowed || before[siteId]![token]).toBe(true);
      }),
    );
  });

  it('ignores unknown tokens, and prototype names', () => {
    const map = effectivePermissions([at(0, true, '__proto__'), at(0, true, 'ADMIN')], []);
    expect(Object.keys(map['0']!)).toHaveLength(PERMISSION_TOKENS.length);
    expect(Object.values(map['0']!)).not.toContain(true);
    expect(isAllowed({}, 1, CAD)).toBe(false);
  });
});

describe('asking for several tokens', () => {
  const map = effectivePermissions([at(1, true), at(0, true, 'TOOLS:ANGLE')], [1, 2]);
  it('needs all by default and any with "or"', () => {
    expect(isAllowed(map, 1, [CAD, 'TOOLS:ANGLE'])).toBe(true);
    expect(isAllowed(map, 2, [CAD, 'TOOLS:ANGLE'])).toBe(false);
    expect(isAllowed(map, 2, [CAD, 'TOOLS:ANGLE'], 'or')).toBe(true);
    expect(isAllowed(map, null, CAD)).toBe(false);
  });
  it('finds a token of sites at any site, and others globally only', () => {
    expect(isAllowedSomewhere(map, CAD)).toBe(true);
    expect(isAllowedSomewhere(map, 'SITES:MANAGE')).toBe(false);
    expect(isAllowedSomewhere(effectivePermissions([at(1, true, 'USERS:VIEW')], [1]), 'USERS:VIEW')).toBe(false);
  });
  it('shows a site to each person who may view one of its layers', () => {
    expect(canViewSite(map, 1)).toBe(true);
    expect(canViewSite(map, 2)).toBe(false);
  });
});

describe('the list of tokens', () => {
  it('is the specification’s and that for managing sites, each once', () => {
    expect(new Set(PERMISSION_TOKENS.map((row) => row.token)).size).toBe(28);
    expect(PERMISSION_TOKENS).toHaveLength(28);
    expect(isPermissionToken('VIEW:TEXTURED')).toBe(true);
    expect(isPermissionToken('ROLES:CREATE')).toBe(false);
    expect(new Set(PERMISSION_TOKENS.map((row) => row.category))).toEqual(new Set(PERMISSION_CATEGORIES));
  });
});
