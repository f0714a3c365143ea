import { expect, it } from 'vitest';
import { isBoolean, isNullOr, isOneOf, isRecord, isText, isVector, isWholeNumber } from './stored-values.ts';

const VALUES = [null, true, '', 'map', 0, 1, 4, 1.5, 1e300, [], [1, 2, 3], [1, 2], [1, 2, '3'], {}, undefined];

it.each([
  ['a switch', isBoolean, [true]],
  ['text', isText, ['map']],
  ['a record', isRecord, [{}]],
  ['a whole number from 1 to 3', isWholeNumber(1, 3), [1]],
  ['a whole number from 1', isWholeNumber(1), [1, 4]],
  ['a choice', isOneOf(['map', 'cad']), ['map']],
  ['nothing, or a choice', isNullOr(isOneOf(['map', 'cad'])), [null, 'map']],
  ['a vector', isVector, [[1, 2, 3]]],
])('%s is nothing else', (_what, guard, valid) => {
  expect(VALUES.filter((value) => (guard as (value: unknown) => boolean)(value))).toEqual(valid);
});
