import { expect, it } from 'vitest';
import { isKeptColor } from './kept-colors.ts';

it.each([
  ['#FAA21B', true],
  ['#F28E2B', true],
  ['#2FB5A2', true],
  ['#5B93E0', false],
  ['#86C66B', false],
  ['#C4C0B8', false],
  ['#1A1206', false],
])('%s is kept for selected and found: %s', (color, isKept) => expect(isKeptColor(color)).toBe(isKept));
