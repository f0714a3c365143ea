import { describe, expect, it } from 'vitest';
import { panoramaLevels } from './panorama-levels.ts';

describe('the levels of a panorama', () => {
  it('double in width from at most 2,048 pixels to the picture itself', () => {
    expect(panoramaLevels(8000, 4000, 512)).toEqual([
      { widthPx: 2000, heightPx: 1000, columns: 4, rows: 2 },
      { widthPx: 4000, heightPx: 2000, columns: 8, rows: 4 },
      { widthPx: 8000, heightPx: 4000, columns: 16, rows: 8 },
    ]);
  });

  it('keep the last column and row of odd sizes', () => {
    expect(panoramaLevels(4097, 2049, 512)).toEqual([
      { widthPx: 1025, heightPx: 513, columns: 3, rows: 2 },
      { widthPx: 2049, heightPx: 1025, columns: 5, rows: 3 },
      { widthPx: 4097, heightPx: 2049, columns: 9, rows: 5 },
    ]);
  });

  it('are one for a small picture', () => {
    expect(panoramaLevels(1000, 500, 512)).toHaveLength(1);
  });
});
