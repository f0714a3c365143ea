import { afterEach, expect, it } from 'vitest';
import { keyboardWords } from './keyboard-words.ts';
import { learnKeyboard } from './learn-keyboard.ts';

const AZERTY = new Map([
  ['KeyM', ','],
  ['KeyW', 'z'],
  ['KeyH', 'h'],
  ['Comma', ';'],
  ['BracketLeft', '^'],
  ['Digit1', '&'],
  ['KeyZ', 'w'],
]);

const { of } = keyboardWords;
afterEach(() => void (keyboardWords.of = of));

it('names keys as they are printed on the keyboard', async () => {
  await learnKeyboard({ getLayoutMap: async () => AZERTY });
  const words = ['M', 'Shift+M', 'W', 'H', ',', '[', '1', 'Ctrl+Z', 'Page Up', 'F6', '?'].map((key) =>
    keyboardWords.of(key),
  );
  expect(words).toEqual([',', 'Shift+,', 'Z', 'H', ';', '^', '1', 'Ctrl+Z', 'Page Up', 'F6', '?']);
});

it('keeps the words of a US keyboard where the browser does not tell', async () => {
  await learnKeyboard(undefined);
  await learnKeyboard({ getLayoutMap: () => Promise.reject(new DOMException('', 'SecurityError')) });
  expect(keyboardWords.of('M')).toBe('M');
});
