import { expect, it } from 'vitest';
import { stampedName } from './stamped-name.ts';

it('a file is named by its stem, date and time', () => {
  expect(stampedName('ridgeway', 'jpg', new Date(2026, 2, 4, 9, 5, 7))).toBe('ridgeway-2026-03-04-090507.jpg');
});
