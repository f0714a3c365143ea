import { beforeEach, expect, it } from 'vitest';
import {
  levels,
  openPlan,
  openSlice,
  resetLevels,
  setLowerLevel,
  setPickingLevel,
  setShownBelow,
  setSlice,
} from './levels.ts';

const DECK = { fromM: 4, toM: 7.5 };
const GROUND = { fromM: 0, toM: 4 };
const heights = () => ({ shown: levels.shown, lit: levels.lit });

beforeEach(resetLevels);

it('shows the next level below a slice dim, and nothing where there is none', () => {
  setSlice(DECK);
  expect(heights()).toEqual({ shown: DECK, lit: null });
  setLowerLevel(GROUND);
  expect(heights()).toEqual({ shown: { fromM: 0, toM: 7.5 }, lit: DECK });
  setShownBelow('nothing');
  expect(heights()).toEqual({ shown: DECK, lit: null });
  setShownBelow('all');
  expect(heights()).toMatchObject({ shown: { toM: 7.5 }, lit: DECK });
  expect(levels.shown!.fromM).toBeLessThan(-10_000);
});

it('keeps the same objects until something changes, because stages compare by identity', () => {
  setLowerLevel(GROUND);
  setSlice(DECK);
  const { shown, lit } = levels;
  openPlan(null);
  expect(levels.shown).toBe(shown);
  expect(levels.lit).toBe(lit);
});

it('shows everything while a floor is picked, and without a slice', () => {
  setSlice(DECK);
  setLowerLevel(GROUND);
  setPickingLevel(true);
  expect(heights()).toEqual({ shown: null, lit: null });
  setPickingLevel(false);
  expect(levels.lit).toBe(levels.slice);
  setSlice(null);
  expect(heights()).toEqual({ shown: null, lit: null });
});

it('a slice of a link opens the plan without a view to return to', () => {
  openPlan({ position: [1, 2, 3], direction: [0, 0, -1], up: [0, 1, 0] });
  openSlice(DECK, 'all');
  expect(levels).toMatchObject({ isPlanOpen: true, poseBefore: null, slice: DECK, below: 'all' });
});
