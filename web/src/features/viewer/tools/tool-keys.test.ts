import { expect, it } from 'vitest';
import { isToolKey } from './tool-keys.ts';

const press = (code: string, ctrlKey = false) => ({ key: '', code, ctrlKey, metaKey: false, shiftKey: false });

it.each([
  [press('KeyZ', true), true],
  [press('KeyY', true), true],
  [press('KeyZ'), false],
  [press('Escape'), false],
  [press('Delete'), true],
  [press('Enter'), false],
  [press('Delete', true), false],
])('%j is the tool’s: %s', (key, isTools) => {
  expect(isToolKey(key, false)).toBe(isTools);
  expect(isToolKey(key, true)).toBe(false);
});
