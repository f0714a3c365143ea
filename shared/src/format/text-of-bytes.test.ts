import { expect, it } from 'vitest';
import { textOfBytes } from './text-of-bytes.ts';

const wide = (text: string, isLittle: boolean): number[] =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });

it.each([
  ['utf-8', [0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xbc], 'aü'],
  ['utf-8', [], ''],
  ['utf-16le', [0xff, 0xfe, ...wide('aü', true)], 'aü'],
  ['utf-16le', wide('aü', true), 'aü'],
  ['utf-16be', [0xfe, 0xff, ...wide('aü', false)], 'aü'],
  ['utf-16be', wide('aü', false), 'aü'],
  ['windows-1252', [0x61, 0xfc, 0x80, 0x9c], 'aü€œ'],
])('text in %s', (encoding, bytes, text) => {
  expect(textOfBytes(Uint8Array.from(bytes))).toEqual({ text, encoding });
});
