import { expect, it } from 'vitest';
import { gradientStops } from './page-ground.ts';

it.each([
  [
    'linear-gradient(rgb(89, 96, 104), rgb(58, 63, 69) 45%)',
    [
      [0, 'rgb(89, 96, 104)'],
      [0.45, 'rgb(58, 63, 69)'],
    ],
  ],
  [
    'linear-gradient(color(srgb 1 0 0 / 0.5) 10%, red 20%, rgb(0 0 0 / 50%))',
    [
      [0.1, 'color(srgb 1 0 0 / 0.5)'],
      [0.2, 'red'],
      [1, 'rgb(0 0 0 / 50%)'],
    ],
  ],
])('reads the stops of %s', (image, stops) => expect(gradientStops(image)).toEqual(stops));

it.each([
  'none',
  'url("a.png")',
  'linear-gradient(to right, red, blue)',
  'linear-gradient(45deg, red, blue)',
  'linear-gradient(red, lime, blue)',
  'linear-gradient(red, blue 30px)',
  'linear-gradient(red 0%, lime 10% 20%, blue)',
  'linear-gradient(red, blue), linear-gradient(red, blue)',
])('has no stops of %s, which is not drawn from top to bottom alone', (image) =>
  expect(gradientStops(image)).toEqual([]),
);
