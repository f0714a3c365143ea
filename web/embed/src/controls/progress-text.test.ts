import { describe, expect, it } from 'vitest';
import type { TileProgress } from '@overlook/engine';
import { combinedProgress, progressLine, progressPercent, tileTotal } from './progress-text.ts';

const progress = (changes: Partial<TileProgress>): TileProgress => ({
  selected: 0,
  loaded: 0,
  wanted: 0,
  loading: 0,
  failed: 0,
  settled: true,
  stoppedAtMemoryLimit: false,
  pointLimit: null,
  isOpen: true,
  fraction: 1,
  ...changes,
});

describe('the line about tiles', () => {
  it.each([
    [{}, 'View settled'],
    [{ pointLimit: 2_000_000 }, 'View settled, limited to 2 million points'],
    [{ pointLimit: 2_500_000 }, 'View settled, limited to 2.5 million points'],
    [{ settled: false, loaded: 412, wanted: 556 }, 'Loading tiles 412 of 556'],
    [{ settled: false }, 'Loading tiles'],
    [{ settled: false, loaded: 34, wanted: 34 }, 'Loading tiles'],
    [{ failed: 1 }, '1 tile failed'],
    [{ failed: 3 }, '3 tiles failed'],
    [{ failed: 3, settled: false, loaded: 1, wanted: 9 }, 'Loading tiles 1 of 9'],
    [{ failed: 3, stoppedAtMemoryLimit: true }, 'Stopped at the memory limit'],
  ])('%j reads "%s"', (changes, text) => expect(progressLine(progress(changes)).text).toBe(text));

  it('names the site until its first tiles have loaded, or reports that they could not be loaded', () => {
    const opening = progress({ settled: false, isOpen: false });
    expect(progressLine(opening, 'Ridgeway').text).toBe('Opening Ridgeway');
    expect(progressLine(opening).text).toBe('Opening the model');
    expect(progressLine({ ...opening, wanted: 1, failed: 1 })).toEqual({
      text: 'The model could not be loaded',
      state: 'failed',
    });
  });

  it.each([
    [{ settled: false, loaded: 12, wanted: 12 }, 80],
    [{ settled: false, loaded: 13, wanted: 13 }, 12],
    [{ settled: false, loaded: 300, wanted: 1000 }, 30],
    [{ settled: false, loaded: 0, wanted: 0 }, 0],
    [{ settled: true, loaded: 3, wanted: 9 }, 100],
  ])('%j is %d percent', (changes, percent) => expect(progressPercent(progress(changes))).toBe(percent));
});

describe('the total of the tile progress (specification §9)', () => {
  it.each([
    [0, 15],
    [12, 15],
    [13, 105],
    [84, 105],
    [85, 195],
    [1000, 1275],
  ])('%d loaded are counted against %d', (loaded, total) => expect(tileTotal(loaded)).toBe(total));
});

describe('several screens together', () => {
  const settled = progress({ loaded: 4, wanted: 4 });

  it('are settled when all of them are', () => {
    expect(combinedProgress([settled, settled])).toMatchObject({ settled: true, loaded: 8, wanted: 8, fraction: 1 });
    const loading = progress({ settled: false, loaded: 1, wanted: 4, failed: 2 });
    expect(combinedProgress([settled, loading])).toMatchObject({ settled: false, loaded: 5, wanted: 8, failed: 2 });
  });

  it('are not settled while one has no layer yet', () => {
    expect(combinedProgress([settled, null])).toMatchObject({ settled: false, isOpen: false });
  });
});
