import { expect, it } from 'vitest';
import { fieldsOf, NO_OPTIONS, readOptions } from './plan-options.ts';

const asPart = (within: string, onto = '') => readOptions({ ...NO_OPTIONS, part: true, onto, within }, ['points']);

it('a part says of which capture it is and what it replaces, in the fields as in what is sent', () => {
  const { options, errors } = asPart('138.51, -34.78; 138.52  -34.77', '2026-03-14');
  expect(errors.within).toBeNull();
  expect(options).toEqual({
    part: true,
    onto: '2026-03-14',
    within: [
      [138.51, -34.78],
      [138.52, -34.77],
    ],
  });
  expect(readOptions(fieldsOf(options), ['points']).options).toEqual(options);
  expect(asPart(' ').options).toEqual({ part: true });
});

it.each([
  '138.51',
  '138.51, -34.78',
  '138.51, -34.78, 138.52',
  '-34.78, 138.51, -34.77, 138.52',
  'a, b, c, d',
  '1,,2,3',
])('the region %j of a part is refused', (within) =>
  expect(asPart(within).errors.within).toContain('2 to 1,000 places'),
);

it('region and capture mean nothing without a part, or for other layers', () => {
  const values = { ...NO_OPTIONS, onto: '2026-03-14', within: 'nothing' };
  expect(readOptions(values, ['points'])).toMatchObject({ options: {}, errors: { within: null } });
  expect(readOptions({ ...values, part: true }, ['cad'])).toMatchObject({ options: {}, errors: { within: null } });
});
