import { BASEMAP } from '@overlook/shared/config';
import { expect, it } from 'vitest';
import { shade } from '../light/shade.ts';
import { describeSite, SITE_SLUGS } from '../plant/sites.ts';
import type { Rgb } from '../plant/types.ts';
import { groundColour } from './ground-colour.ts';

/** Red, green and blue of '#rrggbb'. */
const channels = (hex: string): number[] => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

it.each(SITE_SLUGS)('the ground of %s ends in the colour of the base map', (slug) => {
  const plant = describeSite(slug);
  const colour = new Float64Array(3);
  const seen = new Float64Array(3);
  const edge = plant.halfExtent - 1;
  for (const [east, north] of [
    [edge, 0],
    [0, -edge],
    [-edge, edge],
  ] as const) {
    groundColour(plant, east, north, colour);
    shade([...colour] as unknown as Rgb, 0, 0, 1, 1, 1, seen);
    for (const [i, value] of channels(BASEMAP.landColor).entries())
      expect(Math.abs(seen[i]! * 255 - value)).toBeLessThan(2);
  }
});
