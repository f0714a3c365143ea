import { HEIGHT_RAMP, pointClass } from '@overlook/shared/config';
import { rgbOf } from '@overlook/shared/maths';
import { expect, it } from 'vitest';
import { shownColors } from './local-colors.ts';

const INTENSITIES = Uint16Array.from({ length: 100 }, (_, i) => 1000 + 10 * i);
const colorsOf = (...channels: number[]) => Uint16Array.from({ length: 300 }, (_, i) => channels[i % channels.length]!);
const PLACES = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 2 ? i / 3 : 0));
const shown = (colors: Uint16Array | null, intensities = INTENSITIES, classes = new Uint8Array(100)) =>
  shownColors({ count: 100, intensities, classes, places: PLACES, colors });

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
])('the renderer chooses %s', (_, colors) => {
  expect(shown(colors)).toBeNull();
});

it('points without colours are coloured beside others that have them, and a few black ones stay', () => {
  const half = Uint16Array.from({ length: 300 }, (_, i) => (i < 150 ? 0 : 200));
  const greys = shown(half)!;
  expect([greys[0], greys[3 * 49], greys[299]]).toEqual([60, 255, 200]);
  const byHeight = shown(half, new Uint16Array(100))!;
  expect([...byHeight.subarray(0, 3)]).toEqual(rgbOf(HEIGHT_RAMP[0]));
  expect([...byHeight.subarray(3 * 49, 3 * 51)]).toEqual([...rgbOf(HEIGHT_RAMP.at(-1)!), 200, 200, 200]);
  const classes = Uint8Array.from({ length: 100 }, (_, i) => (i < 20 ? 2 : 6));
  const byClass = shown(half, new Uint16Array(100), classes)!;
  expect([...byClass.subarray(0, 3)]).toEqual(rgbOf(pointClass(2).color));
  const oneBlack = Uint16Array.from({ length: 300 }, (_, i) => (i < 3 ? 0 : 200));
  expect([...shown(oneBlack)!.subarray(0, 4)]).toEqual([0, 0, 0, 200]);
});
