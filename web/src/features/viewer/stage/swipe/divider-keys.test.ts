import { expect, it } from 'vitest';
import { dividerAfter } from './divider-keys.ts';

it.each([
  ['ArrowRight', false, 0.5, 0.51],
  ['ArrowLeft', false, 0.5, 0.49],
  ['ArrowDown', false, 0.5, 0.51],
  ['ArrowUp', false, 0.5, 0.49],
  ['ArrowRight', true, 0.5, 0.6],
  ['ArrowLeft', true, 0.5, 0.4],
  ['ArrowRight', true, 0.95, 1],
  ['ArrowLeft', false, 0, 0],
  ['ArrowRight', false, 0.4449, 0.45],
  ['Home', false, 0.5, 0],
  ['End', false, 0.5, 1],
])('%s with Shift %s moves the divider from %s to %s', (code, shiftKey, from, to) => {
  expect(dividerAfter(from, { code, shiftKey })).toBe(to);
});

it('leaves other keys alone', () => expect(dividerAfter(0.5, { code: 'KeyV', shiftKey: false })).toBeNull());
