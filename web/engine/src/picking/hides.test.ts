import { expect, it } from 'vitest';
import { hidingGapM } from './hides.ts';

it('lets a surface within 5 cm of a near point show it', () => {
  expect(hidingGapM(1, 0)).toBe(0.05);
});

it('allows 2 mm for each metre of distance', () => {
  expect(hidingGapM(100, 0)).toBeCloseTo(0.2, 9);
});

it('allows for the error of coarse tiles', () => {
  expect(hidingGapM(100, 1.5)).toBe(1.5);
});
