import { describe, expect, it } from 'vitest';
import type { TileProgress } from '../../engine/index.ts';
import { progressLine, progressPercent } from './progress-text.ts';

const progress = (changes: Partial<TileProgress>): TileProgress => ({
  selected: 0,
  loaded: 0,
  wanted: 0,
  loading: 0,
  failed: 0,
  settled: true,
  stoppedAtMemoryLimit: false,
  fraction: 1,
  ...changes,
});

describe('the line about tiles', () => {
  it.each([
    [{}, 'View settled'],
    [{ settled: false, loaded: 412, wanted: 556 }, 'Loading tiles 412 of 556'],
    [{ settled: false }, 'Loading tiles'],
    [{ failed: 1 }, '1 tile failed'],
    [{ failed: 3 }, '3 tiles failed'],
    [{ failed: 3, settled: false, loaded: 1, wanted: 9 }, 'Loading tiles 1 of 9'],
    [{ failed: 3, stoppedAtMemoryLimit: true }, 'Stopped at the memory limit'],
  ])('%j reads "%s"', (changes, text) => expect(progressLine(progress(changes)).text).toBe(text));

  it.each([
    [{ settled: false, fraction: 0.5, wanted: 8 }, 50],
    [{ settled: false, fraction: 1, wanted: 8 }, 99],
    [{ settled: false, fraction: 1, wanted: 0 }, 0],
    [{ settled: true, fraction: 0.2 }, 100],
  ])('%j is %d percent', (changes, percent) => expect(progressPercent(progress(changes))).toBe(percent));
});
