import { afterEach, describe, expect, it, vi } from 'vitest';
import { photoFacts, takenText } from './photo-facts.ts';
import { aNearbyPhoto } from './testing/a-nearby-photo.ts';

const photo = aNearbyPhoto(
  { pois: [{ longitude: 138.4931, latitude: -35.079, altitude: 41.25 }] },
  { angles: { headingDeg: 20, pitchDeg: -12.25, rollDeg: 0 }, hfovDeg: 73.7 },
);

const valueOf = (name: string, of = photo) => photoFacts(of).find((fact) => fact.name === name)?.value;

describe('the facts about a photo', () => {
  it('are given with units, in the order longitude, latitude, height', () => {
    expect(valueOf('Lon, Lat, H')).toBe('138.493100°, −35.079000°, 41.25\u202fm');
    expect(valueOf('Heading, pitch, roll')).toBe('20.0°, −12.3°, 0.0°');
    expect(valueOf('Field of view')).toBe('73.7°');
    expect(valueOf('Camera')).toBe('DJI M3E');
  });

  afterEach(() => vi.unstubAllEnvs());

  // In New York the clocks went from 02:00 to 03:00 on that day.
  it.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
    'have the local time of a file that gives no zone, for a reader in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const local = { ...photo, photo: { ...photo.photo, takenAt: '2026-03-08T02:30:00.000Z' } };
      expect(valueOf('Taken', local)).toBe('8 Mar 2026, 02:30, by the clock of the camera');
      expect(takenText(local.photo)).toBe('8 Mar 2026');
    },
  );

  it.each([
    ['UTC', '14 Mar 2026, 22:40'],
    ['Asia/Kolkata', '15 Mar 2026, 04:10'],
  ])('has the time of a file with a zone as in %s, and says so', (zone, expected) => {
    vi.stubEnv('TZ', zone);
    const known = { ...photo, photo: { ...photo.photo, hasZone: true } };
    expect(valueOf('Taken', known)).toBe(`${expected}, in your time zone`);
    expect(takenText(known.photo)).toBe(expected.slice(0, '14 Mar 2026'.length));
  });

  it('omit unknown values', () => {
    const bare = { angles: null, hfovDeg: null, takenAt: null, hasZone: false, camera: '' };
    const facts = photoFacts({ ...photo, photo: { ...photo.photo, ...bare } });
    expect(facts.map(({ name }) => name)).toEqual(['Lon, Lat, H']);
  });
});
