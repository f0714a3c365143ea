import { expect, it } from 'vitest';
import type { PlannedPart } from '../recognise/assign-layers.ts';
import type { FoundPart } from '../recognise/found-part.ts';
import { workSeconds } from './work-time.ts';

const planned = (kind: FoundPart['kind'], bytes: number, more: object = {}, isChosen = true) =>
  ({ part: { kind, bytes, points: null, ...more }, isChosen }) as unknown as PlannedPart;
const cloud = (points: number | null) => planned('points', 1e9, { points: { points } });

it('the time of an import grows with points and bytes of the chosen parts alone', () => {
  const one = workSeconds([cloud(41e6)], {})!;
  expect(one).toBeGreaterThan(60);
  expect(workSeconds([cloud(410e6)], {})! / one).toBeCloseTo(10, 0);
  expect(workSeconds([cloud(41e6), planned('tileset', 1e9), planned('photos', 1e9)], {})!).toBeGreaterThan(2 * one);
  expect(workSeconds([cloud(41e6), planned('tileset', 1e9, {}, false), planned('photoTable', 1e3)], {})).toBe(one);
});

it('it is not stated where something of it is not known', () => {
  expect(workSeconds([], {})).toBeNull();
  expect(workSeconds([cloud(null)], {})).toBeNull();
  expect(workSeconds([cloud(41e6)], { part: true })).toBeNull();
  expect(workSeconds([planned('tileset', 1e9), planned('properties', 1e6)], {})).toBeNull();
});
