import { describe, expect, it } from 'vitest';
import { barOf } from './use-visible-screens.ts';

describe('the number of screens', () => {
  it('is any of the three on a desktop', () => {
    expect([1, 2, 3].map((count) => barOf(count, 'desktop'))).toEqual([null, null, null]);
  });

  it('is held back by a narrow window', () => {
    expect([1, 2, 3].map((count) => barOf(count, 'tablet'))).toEqual([null, null, 'narrow']);
    expect([1, 2, 3].map((count) => barOf(count, 'phone'))).toEqual([null, 'narrow', 'narrow']);
  });

  it('is held back by the viewer count limit', () => {
    expect([1, 2, 3].map((count) => barOf(count, 'desktop', 2))).toEqual([null, null, 'limit']);
  });
});
