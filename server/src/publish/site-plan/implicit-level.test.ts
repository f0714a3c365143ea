import { describe, expect, it } from 'vitest';
import type { ImplicitContent } from '../check/implicit-walk.ts';
import { pickLevel } from './implicit-level.ts';

/** A quadtree of three full levels. */
const CONTENTS = [0, 1, 2].flatMap((level) =>
  Array.from({ length: 4 ** level }, (_, i): ImplicitContent => ({
    place: '',
    uri: `${level}/${i}`,
    volume: null,
    at: { level, x: i % 2 ** level, y: Math.floor(i / 2 ** level), z: 0 },
  })),
);
const levelsOf = (fineEnough: number, mostTiles: number) => {
  const picked = pickLevel(CONTENTS, { fineEnough, mostTiles, rootError: 16, refine: 'REPLACE' });
  return [picked.length, ...new Set(picked.map(({ at }) => at.level))];
};

describe('the level of an implicit tile', () => {
  it('is the first that is fine enough, or the finest with few enough contents', () => {
    expect(levelsOf(8, 100)).toEqual([4, 1]);
    expect(levelsOf(1, 100)).toEqual([16, 2]);
    expect(levelsOf(1, 10)).toEqual([4, 1]);
  });

  it('is the deepest for no error at all, and ends where that has too many contents', () => {
    expect(levelsOf(-1, Infinity)).toEqual([16, 2]);
    expect(levelsOf(0, 10)).toEqual([4, 1]);
  });
});
