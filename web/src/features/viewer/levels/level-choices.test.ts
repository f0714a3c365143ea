import { enuFrame, transformPoint } from '@overlook/shared/maths';
import type { CadStorey } from '@overlook/shared/schemas';
import { describe, expect, it } from 'vitest';
import {
  type Level,
  levelAt,
  levelsOfModel,
  levelsOfSite,
  lowerLevel,
  nextLevel,
  rangeBetween,
  rangeText,
  storedLevels,
} from './level-choices.ts';

const level = (name: string, fromM: number, toM: number): Level => ({ name, fromM, toM, source: 'site' });
const [GROUND, DECK, ROOF] = [level('Ground', 0, 4), level('Deck', 4, 7.5), level('Roof', 7.5, 10)];
const ALL = [ROOF, GROUND, DECK];

describe('the levels of a site', () => {
  it('are stepped through from below, and end at both ends', () => {
    const up = [null, GROUND, DECK, ROOF].map((from) => nextLevel(ALL, from, 1)?.name);
    const down = [null, GROUND, DECK, ROOF].map((from) => nextLevel(ALL, from, -1)?.name);
    expect(up).toEqual(['Ground', 'Deck', 'Roof', undefined]);
    expect(down).toEqual(['Roof', undefined, 'Ground', 'Deck']);
  });

  it('are stepped to from a slice between them', () => {
    const slice = { fromM: 5, toM: 6 };
    expect([nextLevel(ALL, slice, 1), nextLevel(ALL, slice, -1)]).toEqual([ROOF, DECK]);
  });

  it('have the one below a slice, and the one of its heights', () => {
    expect(lowerLevel(ALL, DECK)).toBe(GROUND);
    expect(lowerLevel(ALL, GROUND)).toBeNull();
    expect(lowerLevel(ALL, null)).toBeNull();
    expect(levelAt(ALL, { fromM: 4.001, toM: 7.5 })).toBe(DECK);
    expect(levelAt(ALL, { fromM: 4.1, toM: 7.5 })).toBeUndefined();
  });

  it('are the storeys of each building up to its next floor, the uppermost as high as the one below it', () => {
    const frame = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
    const storey = (id: number, parentId: number, name: string, up: number): CadStorey => ({
      id,
      parentId,
      name,
      building: parentId === 1 ? 'Hall' : 'Annex',
      floorEcef: transformPoint(frame.ecefFromEnu, [4, 5, up]),
    });
    const hall = [storey(3, 1, 'Upper', 4.2), storey(2, 1, 'Ground', 0), storey(4, 1, 'Nowhere', -6e6)];
    expect(levelsOfModel(hall, frame)).toEqual([
      { name: 'Ground', fromM: 0, toM: 4.2, source: 'model' },
      { name: 'Upper', fromM: 4.2, toM: 8.4, source: 'model' },
    ]);
    expect(levelsOfModel([...hall, storey(7, 6, 'Ground', 1)], frame)).toContainEqual({
      name: 'Annex, Ground',
      fromM: 1,
      toM: 4,
      source: 'model',
    });
  });

  it('are stored above the ellipsoid', () => {
    const stored = storedLevels([DECK], 30.1234);
    expect(stored).toEqual([{ name: 'Deck', fromM: 34.123, toM: 37.623 }]);
    expect(levelAt(levelsOfSite(stored, 30.1234), DECK)).toMatchObject({ name: 'Deck', source: 'site' });
  });
});

it('two picked heights are a range in either order, and never too thin', () => {
  expect(rangeBetween(7.5, 4)).toEqual({ fromM: 4, toM: 7.5 });
  expect(rangeBetween(4, 4)).toEqual({ fromM: 4, toM: 4.05 });
  expect(rangeText({ fromM: -1, toM: 2.5 })).toBe('−1.00\u202Fm to 2.50\u202Fm');
});
