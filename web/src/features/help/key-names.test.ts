import { describe, expect, it } from 'vitest';
import { isAppleKeyboard, keyNames } from './key-names.ts';

describe('the names of keys', () => {
  it('are those of a chord, one by one', () => {
    expect(keyNames('Shift+F6', false)).toEqual(['Shift', 'F6']);
    expect(keyNames('?', false)).toEqual(['?']);
  });

  it('say Cmd for Ctrl on a Mac', () => {
    expect(keyNames('Ctrl+Z', false)).toEqual(['Ctrl', 'Z']);
    expect(keyNames('Ctrl+Z', true)).toEqual(['Cmd', 'Z']);
  });
});

it.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', false],
])('tells the keyboard from "%s"', (userAgent, isApple) => expect(isAppleKeyboard(userAgent)).toBe(isApple));
