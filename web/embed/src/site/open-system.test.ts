import { utmFromLla } from '@overlook/shared/maths';
import { expect, it } from 'vitest';
import { openSystem, systemTexts } from './open-system.ts';

const PLACE = { longitude: 138.4932, latitude: -35.0789, height: 31.42 };

it('writes coordinates in a map projection, and reads them', async () => {
  const system = (await openSystem('EPSG:7854'))!;
  expect(system.name).toBe('GDA2020 / MGA zone 54');
  // The grid of the zone on another datum, whose ellipsoid is that of WGS84 to a tenth of a millimetre.
  const { easting, northing } = utmFromLla(PLACE);
  const [east, north] = system.fromLla(PLACE);
  expect([east, north]).toEqual([expect.closeTo(easting, 2), expect.closeTo(northing, 2)]);
  const back = system.toLla(east, north, PLACE.height);
  expect(back).toEqual({
    longitude: expect.closeTo(PLACE.longitude, 9),
    latitude: expect.closeTo(PLACE.latitude, 9),
    height: PLACE.height,
  });
  const texts = systemTexts(system, PLACE)!;
  expect(texts[2]).toBe('31.42\u202fm');
  expect(Number(texts[0].replaceAll(/[^\d.]/g, ''))).toBeCloseTo(east, 3);
});

it('opens no system that is unknown or no map', async () => {
  expect(await openSystem('EPSG:9999')).toBeNull();
  expect(await openSystem('EPSG:4326')).toBeNull();
});

it('has no coordinates outside of the area of a projection', async () => {
  const system = (await openSystem('EPSG:7854'))!;
  expect(systemTexts(system, { longitude: -129, latitude: 0, height: 0 })).toBeNull();
});
