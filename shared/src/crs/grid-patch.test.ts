import { describe, expect, it } from 'vitest';
import { type GridPatch, placeInPatch } from './grid-patch.ts';

/** Nodes at 179 and 181 degrees of longitude, 10 and 12 of latitude. */
const PATCH: GridPatch = {
  name: 'made',
  file: 'made.gtx',
  westDeg: 179,
  southDeg: 10,
  stepDeg: [2, 2],
  columns: 2,
  rows: 2,
  bands: [[1, 3, 5, 7]],
};

describe('a place of a patch', () => {
  it.each([
    ['a node', 179, 10, 1, true],
    ['the middle of four nodes', 180, 11, 4, true],
    ['another turn', -180, 11, 4, true],
    ['east of the antimeridian', -179.5, 10, 2.5, true],
    ['the last node', 181, 12, 7, true],
    ['beyond the border, which has the value of the border', 185, 11, 5, false],
  ])('may be %s', (_, longitude, latitude, value, isWithin) => {
    const place = placeInPatch(PATCH, longitude, latitude);
    expect(place.value(0)).toBeCloseTo(value, 12);
    expect(place.isWithin).toBe(isWithin);
  });
});
