import { expect, it } from 'vitest';
import { nearestSheetSize, nextSheetSize } from './sheet-size.ts';

it.each([
  [80, 'peek'],
  [200, 'peek'],
  [300, 'half'],
  [560, 'half'],
  [640, 'full'],
] as const)('a sheet let go at %d of 844 pixels becomes %s', (height, size) => {
  expect(nearestSheetSize(height, 844)).toBe(size);
});

it.each([
  ['peek', 'half'],
  ['half', 'full'],
  ['full', 'half'],
] as const)('a press makes %s into %s', (size, next) => expect(nextSheetSize(size)).toBe(next));
