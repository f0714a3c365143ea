import { describe, expect, it } from 'vitest';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoFacts, takenText } from './photo-facts.ts';

const photo = {
  pois: [{ longitude: 138.4931, latitude: -35.079, altitude: 41.25 }],
  photo: {
    angles: { headingDeg: 20, pitchDeg: -12.25, rollDeg: 0 },
    hfovDeg: 73.7,
    takenAt: '2026-03-14T22:40:00.000Z',
    hasZone: false,
    camera: 'DJI M3E',
  },
} as unknown as NearbyPhoto;

const valueOf = (name: string) => photoFacts(photo).find((fact) => fact.name === name)?.value;

describe('what is known of a photo', () => {
  it('is told with units, in the order longitude, latitude, height', () => {
    expect(valueOf('Lon, Lat, H')).toBe('138.493100°, −35.079000°, 41.25\u202fm');
    expect(valueOf('Heading, pitch, roll')).toBe('20.0°, −12.3°, 0.0°');
    expect(valueOf('Field of view')).toBe('73.7°');
    expect(valueOf('Camera')).toBe('DJI M3E');
  });

  it('has the local time of a file that gives no zone, in every zone of the reader', () => {
    expect(valueOf('Taken')).toBe('14 Mar 2026, 22:40');
    expect(takenText(photo.photo)).toBe('14 Mar 2026');
  });

  it('leaves out what is not known', () => {
    const bare = { angles: null, hfovDeg: null, takenAt: null, hasZone: false, camera: '' };
    const facts = photoFacts({ ...photo, photo: { ...photo.photo, ...bare } });
    expect(facts.map(({ name }) => name)).toEqual(['Lon, Lat, H']);
  });
});
