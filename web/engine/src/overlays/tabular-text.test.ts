import { expect, it } from 'vitest';
import { TabularText } from './tabular-text.ts';
import { fakeTextWidthPx } from './testing/fake-page.ts';

const pieces = (text: TabularText, value: string) => {
  const out: [string, number][] = [];
  text.layOut(value, (piece, offsetPx) => out.push([piece, offsetPx]));
  return out;
};

it('gives every figure the same width, so that values of one shape are equally wide', () => {
  const text = new TabularText(fakeTextWidthPx);
  expect(fakeTextWidthPx('11.11 m')).not.toBe(fakeTextWidthPx('80.88 m'));
  expect(text.widthPx('11.11 m')).toBe(text.widthPx('80.88 m'));
  expect(text.widthPx('11.11 m')).toBe(4 * 7 + 6 + 2 * 6);
});

it('centres a narrow figure in its cell and keeps words together', () => {
  expect(pieces(new TabularText(fakeTextWidthPx), 'H 12.5 m')).toEqual([
    ['H ', 0],
    ['1', 12 + 1],
    ['2', 12 + 7],
    ['.', 12 + 14],
    ['5', 12 + 20],
    [' m', 12 + 27],
  ]);
});

it('measures each piece once, and again for another font', () => {
  let calls = 0;
  const text = new TabularText((piece) => (calls++, fakeTextWidthPx(piece)));
  text.widthPx('12.00 m');
  const first = calls;
  text.widthPx('98.76 m');
  expect(calls).toBe(first);
  text.clear();
  text.widthPx('12.00 m');
  expect(calls).toBe(2 * first);
});
