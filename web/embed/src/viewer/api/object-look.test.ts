import { expect, it } from 'vitest';
import { checkObjectLook } from './object-look.ts';

it.each([1e9, 2 ** 24, 1.7e12, -1, 0.5, Number.NaN])('rejects %d as a feature id, wherever it is named', (id) => {
  const wrong = `${id} is no feature id from 0 to 16777215.`;
  expect(() => checkObjectLook({ selected: [3, id], filter: null })).toThrow(new RangeError(wrong));
  for (const filter of [{ hidden: [id] }, { isolated: [id] }, { colors: [{ featureIds: [id], color: '#ff8800' }] }])
    expect(() => checkObjectLook({ selected: [], filter })).toThrow(new RangeError(wrong));
});

it('accepts every id that a layer may have', () => {
  expect(() => checkObjectLook({ selected: [0, 2 ** 24 - 1], filter: null })).not.toThrow();
});
