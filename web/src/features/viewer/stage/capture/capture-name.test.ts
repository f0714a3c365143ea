import { expect, it } from 'vitest';
import { captureName } from './capture-name.ts';

it('a screenshot is named by site, date and time', () => {
  expect(captureName('ridgeway', new Date(2026, 2, 4, 9, 5, 7))).toBe('ridgeway-2026-03-04-090507.jpg');
});
