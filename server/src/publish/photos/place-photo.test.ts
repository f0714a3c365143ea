import { describe, expect, it } from 'vitest';
import { distance, enuFrame, ecefFromLla, transformPoint } from '@overlook/shared/maths';
import type { PositionTags } from '@overlook/shared/photo-tags';
import { type PlaceContext, placePhoto } from './place-photo.ts';
import { openSeaSurfaces } from './sea-surfaces.ts';

const ORIGIN = { longitude: 138.49, latitude: -35.07, height: 30 };
const RULES: PlaceContext = {
  origin: ORIGIN,
  isLocal: false,
  altitudes: null,
  anywhere: false,
  surfaces: openSeaSurfaces({ geoid: '/no/geoids', datum: '/no/grids' }),
};
const NOTHING: PositionTags = {
  longitude: null,
  latitude: null,
  withoutSide: [],
  altitude: null,
  altitudeDatum: null,
  vertical: null,
  accuracyM: null,
  aboveStartM: null,
};
const HERE = { ...NOTHING, longitude: 138.491, latitude: -35.071 };
const ROW = { line: 2, file: 'a.jpg' };

describe('the place of a photo', () => {
  // Check values of NGA for its program F477 (EGM96): latitude, longitude, height of the geoid.
  it.each([
    [38.628155, 269.779155 - 360, -31.628],
    [-14.621217, 305.021114 - 360, -2.969],
    [46.874319, 102.448729, -43.575],
    [-23.617446, 133.874712, 15.871],
    [38.625473, 359.9995 - 360, 50.066],
    [-0.466744, 0.0023, 17.329],
  ])('above the sea at %d, %d becomes one above the ellipsoid', (latitude, longitude, geoid) => {
    const { position, altitudeSource } = placePhoto({ ...NOTHING, longitude, latitude, altitude: 100 }, null, {
      ...RULES,
      anywhere: true,
    });
    expect(altitudeSource).toBe('orthometric');
    // The grid has a point every 15′; between them the error is at most a metre.
    expect(Math.abs(position.height - 100 - geoid)).toBeLessThan(1);
  });

  it('has the altitude that the file, the option or the table says', () => {
    const sources = [
      placePhoto({ ...HERE, altitude: 50 }, null, RULES),
      placePhoto({ ...HERE, altitude: 50 }, null, { ...RULES, altitudes: 'ellipsoidal' }),
      placePhoto({ ...HERE, altitude: 50, altitudeDatum: 'ellipsoidal' }, null, { ...RULES, altitudes: 'orthometric' }),
      placePhoto({ ...HERE, altitude: 50, altitudeDatum: 'orthometric' }, null, { ...RULES, altitudes: 'ellipsoidal' }),
      placePhoto({ ...HERE, altitude: 50 }, { ...ROW, altitude: 60 }, RULES),
      placePhoto({ ...HERE, altitude: 50 }, { ...ROW, altitude: 60 }, { ...RULES, altitudes: 'orthometric' }),
    ];
    const [sea] = sources;
    const geoid = sea!.position.height - 50;
    expect(sources.map(({ altitudeSource, position }) => [altitudeSource, position.height])).toEqual([
      ['orthometric', 50 + geoid],
      ['ellipsoidal', 50],
      ['ellipsoidal', 50],
      ['orthometric', 50 + geoid],
      ['ellipsoidal', 60],
      ['orthometric', expect.closeTo(60 + geoid, 6)],
    ]);
  });

  it('without an altitude is at eye height above the ground of the site', () => {
    expect(placePhoto(HERE, null, RULES)).toEqual({
      position: { longitude: 138.491, latitude: -35.071, height: 31.6 },
      altitudeSource: 'assumed',
    });
  });

  it('is on the side of the site where the file states none', () => {
    const unsigned: PositionTags = { ...HERE, latitude: 35.071, withoutSide: ['latitude', 'longitude'] };
    expect(placePhoto(unsigned, null, RULES).position).toMatchObject({ longitude: 138.491, latitude: -35.071 });
  });

  it('may be below the sea', () => {
    expect(placePhoto({ ...HERE, altitude: -12 }, null, { ...RULES, altitudes: 'ellipsoidal' }).position.height).toBe(
      -12,
    );
  });

  it('is that of the table before that of the file', () => {
    const { position } = placePhoto(
      { ...HERE, latitude: 95 },
      { ...ROW, longitude: 138.4925, latitude: -35.0725 },
      RULES,
    );
    expect(position).toMatchObject({ longitude: 138.4925, latitude: -35.0725 });
  });

  it('may be an offset east, north and up from the origin of the site', () => {
    const { position, altitudeSource } = placePhoto(
      HERE,
      { ...ROW, x: 30, y: -40, z: 12 },
      { ...RULES, isLocal: true },
    );
    expect(altitudeSource).toBe('local');
    const expected = transformPoint(enuFrame(ORIGIN).ecefFromEnu, [30, -40, 12]);
    expect(distance(ecefFromLla(position), expected)).toBeLessThan(1e-6);
    expect(distance(ecefFromLla(position), ecefFromLla(ORIGIN))).toBeCloseTo(Math.hypot(30, 40, 12), 6);
  });

  it.each<[string, PositionTags, Partial<PlaceContext>]>([
    ['says no position (GPS), and no table gives one.', NOTHING, {}],
    ['says the position 0, 0', { ...HERE, longitude: 0, latitude: 0 }, {}],
    ['says a latitude of 95°, which does not exist.', { ...HERE, latitude: 95 }, {}],
    ['says a longitude of -190°', { ...HERE, longitude: -190 }, {}],
    ['says an altitude of 4000000 m', { ...HERE, altitude: 4e6 }, {}],
    ['has no x, y, z in the table, by which this site', HERE, { isLocal: true }],
    // 36° of latitude are 4,000 km.
    ['from the site, at 138.49100, 0.93000. Give --anywhere', { ...HERE, latitude: 0.93 }, {}],
  ])('is refused where it %s', (reason, tags, rules) => {
    expect(() => placePhoto(tags, null, { ...RULES, ...rules })).toThrow(reason);
  });

  it('may be far away on request', () => {
    const far = { ...HERE, latitude: 0.93 };
    expect(() => placePhoto(far, null, RULES)).toThrow(/^was taken 3,9\d\d km from the site/);
    expect(placePhoto(far, null, { ...RULES, anywhere: true }).position.latitude).toBe(0.93);
    // 5 km: a degree of latitude is 111 km.
    expect(() => placePhoto({ ...HERE, latitude: -35.07 - 5.1 / 111 }, null, RULES)).toThrow('was taken 5 km');
    expect(placePhoto({ ...HERE, latitude: -35.07 - 4.9 / 111 }, null, RULES)).toBeDefined();
  });
});
