import { describe, expect, it } from 'vitest';
import { type RowHeights, rowForKey, rowTop, rowWindow, scrollToMiddle, scrollToRow } from './row-window.ts';

const EVEN: RowHeights = { rowPx: 28, extraBefore: () => 0 };
/** Every third row, from the first, is 16 px higher. */
const UNEVEN: RowHeights = { rowPx: 28, extraBefore: (row) => 16 * Math.ceil(row / 3) };

describe('the window on a long table', () => {
  it('draws few of ten thousand rows, at any position', () => {
    for (let scrollPx = 0; scrollPx <= 10_000 * 28 - 280; scrollPx += 997) {
      const { first, end } = rowWindow(10_000, EVEN, 280, scrollPx);
      expect(end - first).toBeLessThan(30);
      expect(first * 28).toBeLessThanOrEqual(scrollPx);
      expect(end * 28).toBeGreaterThanOrEqual(Math.min(scrollPx + 280, 10_000 * 28));
    }
  });

  it('draws few of a hundred thousand rows of different heights, and all that are in view', () => {
    const wholePx = rowTop(100_000, UNEVEN);
    for (let scrollPx = 0; scrollPx <= wholePx - 280; scrollPx += 49_999) {
      const { first, end } = rowWindow(100_000, UNEVEN, 280, scrollPx);
      expect(end - first).toBeLessThan(30);
      expect(rowTop(first, UNEVEN)).toBeLessThanOrEqual(scrollPx);
      expect(rowTop(end, UNEVEN)).toBeGreaterThanOrEqual(Math.min(scrollPx + 280, wholePx));
    }
  });

  it('draws all of a short one', () => expect(rowWindow(3, EVEN, 280, 0)).toEqual({ first: 0, end: 3 }));
  it('draws nothing without rows', () => expect(rowWindow(0, EVEN, 280, 0)).toEqual({ first: 0, end: 0 }));
  it('stays inside after rows were removed', () => {
    const { first, end } = rowWindow(5, EVEN, 280, 9000);
    expect(first).toBeLessThan(5);
    expect(end).toBe(5);
  });
});

describe('scrolling to a row', () => {
  it.each([
    [0, 500, 0],
    [30, 0, 31 * 28 - 280],
    [12, 200, 200],
  ])('row %d from %d px ends at %d px', (row, from, to) => expect(scrollToRow(row, EVEN, 280, from)).toBe(to));
});

it.each([
  [0, 500, 0],
  [30, 0, 30 * 28 + 14 - 140],
  [12, 200, 200],
])('brings row %d from %d px to the middle: %d px', (row, from, to) =>
  expect(scrollToMiddle(row, EVEN, 280, from)).toBe(to),
);

it('scrolls until a higher row is wholly in view', () => {
  expect(scrollToRow(30, UNEVEN, 280, 0)).toBe(rowTop(31, UNEVEN) - 280);
  expect(scrollToRow(30, UNEVEN, 280, 5000)).toBe(30 * 28 + 10 * 16);
});

describe('keys', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowUp', -1, 4],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 0, 0],
    ['End', 1, 4],
    ['Home', 3, 0],
    ['PageDown', 1, 4],
    ['Enter', 1, null],
  ])('%s at %d leads to %s', (key, row, next) => expect(rowForKey(key, row, 5)).toBe(next));
  it('lead nowhere in an empty table', () => expect(rowForKey('Home', -1, 0)).toBeNull());
});
