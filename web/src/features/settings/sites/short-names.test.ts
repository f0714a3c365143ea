import { expect, it } from 'vitest';
import { shortNameError, shortNameOf } from './short-names.ts';

it.each([
  ['Ridgeway Gas Plant', 'ridgeway-gas-plant'],
  ['  Zürich / Süd (2) ', 'zurich-sud-2'],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ['工場', ''],
])('proposes for “%s”', (name, slug) => expect(shortNameOf(name)).toBe(slug));

it('refuses a short name that cannot be in an address, and one that a site has or had', () => {
  const sites = [{ slug: 'plant', formerSlugs: ['old-plant'] }];
  expect(shortNameError('depot', sites)).toBeNull();
  expect(shortNameError('', sites)).toContain('lower-case');
  expect(shortNameError('De pot', sites)).toContain('lower-case');
  for (const taken of ['plant', 'old-plant']) expect(shortNameError(taken, sites)).toContain('Another site');
});
