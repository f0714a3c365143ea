import { expect, it } from 'vitest';
import { resolveTheme } from './theme.ts';

it.each([
  ['dark', true, 'dark'],
  ['light', false, 'light'],
  ['system', true, 'light'],
  ['system', false, 'dark'],
] as const)('comes from "%s" on a machine that prefers light: %s', (choice, prefersLight, theme) => {
  expect(resolveTheme(choice, prefersLight)).toBe(theme);
});
