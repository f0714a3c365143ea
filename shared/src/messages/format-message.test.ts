import { expect, expectTypeOf, it } from 'vitest';
import { formatMessage, type MessageValues } from './format-message.ts';

it('fills arguments into a message, and chooses the form of its number', () => {
  const message =
    '{seeing} of {count, plural, one {1 photo} other {# photos}} {seeing, plural, one {sees} other {see}} {name}';
  expect(formatMessage(message, { seeing: 1, count: 1200, name: 'E-102' })).toBe('1 of 1,200 photos sees E-102');
  expect(formatMessage(message, { seeing: 0, count: 1, name: 'it' })).toBe('0 of 1 photo see it');
});

it('keeps apostrophes and quotation marks as they are written', () => {
  expect(formatMessage("What “{name}” doesn't say", { name: '{x} <b>' })).toBe("What “{x} <b>” doesn't say");
});

it('a message says which arguments it needs', () => {
  type Values = MessageValues<'{count, plural, one {a photo} other {# photos}} of {name}'>;
  expectTypeOf<Values['count']>().toEqualTypeOf<number>();
  expectTypeOf<Values['name']>().toEqualTypeOf<string | number>();
});
