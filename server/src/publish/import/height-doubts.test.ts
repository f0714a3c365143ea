import { expect, it } from 'vitest';
import { heightDoubt } from './height-doubts.ts';

/** In Frankfurt the sea is 48 m above the ellipsoid. */
const at = (name: string, height: number, longitude = 8.6821) => ({
  name,
  ground: { longitude, latitude: 50.1109, height },
});

it('two layers whose grounds differ as the sea and the ellipsoid are named', () => {
  expect(heightDoubt(at('the site', 146.7), at('the layer cad', 98.5))).toBe(
    'The ground of the layer cad lies 48 m below that of the site, about as much as the sea and the ellipsoid differ here (48 m): the heights of one of them may be above the other surface. State it with --altitudes.',
  );
  expect(heightDoubt(at('the site', 98), at('the layer cad', 150))).toContain('lies 52 m above');
});

it.each([
  ['agree', at('the site', 146), at('the layer cad', 141)],
  ['differ otherwise', at('the site', 146), at('the layer cad', 116)],
  ['are on two sites', at('the site', 146), at('the layer cad', 98, 9.5)],
  [
    'are where the two surfaces meet',
    { name: 'a', ground: { longitude: -155, latitude: 12, height: 8 } },
    { name: 'b', ground: { longitude: -155, latitude: 12, height: 0 } },
  ],
])('two layers that %s are not', (_, before, layer) => {
  expect(heightDoubt(before, layer)).toBeNull();
});
