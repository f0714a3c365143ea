import { expect, it } from 'vitest';
import { siteNamed } from './site-named.ts';

it('finds a site by a former short name, and prefers the site that has it now', () => {
  const renamed = { slug: 'north', formerSlugs: ['plant', 'depot'] };
  const other = { slug: 'depot' };
  expect(siteNamed([renamed, other], 'plant')).toBe(renamed);
  expect(siteNamed([renamed, other], 'depot')).toBe(other);
  expect(siteNamed([renamed, other], 'unknown')).toBeUndefined();
});
