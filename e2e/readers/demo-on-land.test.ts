/** The sites of the demonstration against the shapes of the built-in base map. */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { SITE_SLUGS, describeSite } from '@overlook/server/demo/sites';
import type { Lla } from '@overlook/shared/maths';

type Ring = readonly (readonly [longitude: number, latitude: number])[];
type Shape = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };

/** Resolves what the web app depends on, so that the shapes are those that it draws. */
const ofWeb = createRequire(new URL('../../web/package.json', import.meta.url));
const world = ofWeb('world-atlas/countries-50m.json') as { objects: { land: unknown } };
const { feature } = ofWeb('topojson-client') as {
  feature(topology: unknown, object: unknown): { features: { geometry: Shape }[] };
};

const land = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
);

/** By the number of edges to the east of the place: odd inside, with holes counted by their own rings. */
function isOnLand({ longitude, latitude }: Pick<Lla, 'longitude' | 'latitude'>): boolean {
  let crossings = 0;
  for (const ring of land.flat())
    for (let i = 1; i < ring.length; i++) {
      const [[west, south], [east, north]] = [ring[i - 1]!, ring[i]!];
      if (south > latitude === north > latitude) continue;
      if (longitude < west + ((east - west) * (latitude - south)) / (north - south)) crossings++;
    }
  return crossings % 2 === 1;
}

it('tells land from sea', () => {
  expect(isOnLand({ longitude: 134, latitude: -25 })).toBe(true);
  expect(isOnLand({ longitude: 137.9, latitude: -35.2 })).toBe(false);
});

it.each(SITE_SLUGS)('%s is on land of the built-in map', (slug) => {
  expect(isOnLand(describeSite(slug).origin)).toBe(true);
});
