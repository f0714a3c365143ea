import { expect, it } from 'vitest';
import { checkScreenSpaceError } from './screen-space-error.ts';

it.each([1, 0.5, 100, null])('accepts %s as a screen-space error', (px) => {
  expect(() => checkScreenSpaceError(px)).not.toThrow();
});

it.each(['x', '16', -1, 0, Number.NaN, Number.POSITIVE_INFINITY, undefined, {}])('refuses %s with the reason', (px) => {
  expect(() => checkScreenSpaceError(px)).toThrow(/must be a number of pixels above 0/);
});
