import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInternationalNumber, toInternationalNumber } from './phone.ts';

it.each([
  ['8 1234 5678', '+61812345678'],
  ['(08) 1234-5678', '+61812345678'],
  ['+61 (0)8 1234.5678', '+61812345678'],
  ['+49 30 1234567', '+49301234567'],
  ['+61', ''],
  ['  ', ''],
])('%j is the number %j', (typed, expected) => {
  expect(toInternationalNumber(typed)).toBe(expected);
});

it('punctuation between the digits and the zero for calls within the country make no difference', () => {
  const mark = fc.constantFrom('', ' ', '-', '.', '(', ')', ' (');
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9]\d{5,10}$/),
      fc.array(mark, { minLength: 15, maxLength: 15 }),
      (digits, marks) => {
        const typed = (text: string) => [...text].map((digit, i) => digit + marks[i]!).join('');
        for (const form of [digits, `0${digits}`, `+61${digits}`, `+610${digits}`].map(typed))
          expect(toInternationalNumber(form)).toBe(`+61${digits}`);
      },
    ),
  );
});

it.each([
  ['+61812345678', true],
  ['+123456', true],
  ['+12345', false],
  ['+1234567890123456', false],
  ['61812345678', false],
  ['+61 8', false],
  ['+61812x', false],
])('%j can be a number: %j', (number, expected) => {
  expect(isInternationalNumber(number)).toBe(expected);
});
