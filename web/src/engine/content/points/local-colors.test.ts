import { expect, it } from 'vitest';
import { shownColors } from './local-colors.ts';

const INTENSITIES = Uint16Array.from({ length: 100 }, (_, i) => 1000 + 10 * i);
const colorsOf = (...channels: number[]) => Uint16Array.from({ length: 300 }, (_, i) => channels[i % channels.length]!);
const shown = (colors: Uint16Array | null, intensities = INTENSITIES) =>
  shownColors({ count: 100, intensities, colors });

it('colours of 16 and of 8 bits are equally bright', () => {
  expect([...shown(colorsOf(40_000, 30_000, 256))!.subarray(0, 3)]).toEqual([156, 117, 1]);
  expect([...shown(colorsOf(200, 100, 60))!.subarray(0, 3)]).toEqual([200, 100, 60]);
});

it('one odd value does not decide how bright all are', () => {
  const colors = colorsOf(200, 100, 60);
  colors[7] = 256;
  expect([...shown(colors)!.subarray(3, 9)]).toEqual([200, 100, 60, 200, 255, 60]);
});

it.each([
  ['where there are no colours', null],
  ['where all colours are 0', colorsOf(0)],
])('intensities are shown as greys %s', (_, colors) => {
  const greys = shown(colors)!;
  expect([greys[0], greys[1], greys[2], greys[299]]).toEqual([60, 60, 60, 255]);
  expect(greys[3 * 50]).toBeCloseTo(158, -1);
});

it('nothing is shown where all points are alike', () => {
  expect(shown(colorsOf(0), new Uint16Array(100))).toBeNull();
});

it('points without colours are greys beside others that have them, and a few black ones stay', () => {
  const half = Uint16Array.from({ length: 300 }, (_, i) => (i < 150 ? 0 : 200));
  const greys = shown(half)!;
  expect([greys[0], greys[3 * 49], greys[299]]).toEqual([60, 255, 200]);
  expect(shown(half, new Uint16Array(100))![0]).toBe(170);
  const oneBlack = Uint16Array.from({ length: 300 }, (_, i) => (i < 3 ? 0 : 200));
  expect([...shown(oneBlack)!.subarray(0, 4)]).toEqual([0, 0, 0, 200]);
});
