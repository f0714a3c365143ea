import { expect, it } from 'vitest';
import { decodeName } from './entry-names.ts';

it('names are UTF-8, or by the code page of older programs', () => {
  expect(decodeName(Uint8Array.from([0x63, 0xc3, 0xa9, 0x2e, 0x78]))).toBe('cé.x');
  expect(decodeName(Uint8Array.from([0x63, 0x82, 0x2e, 0x78, 0xff]))).toBe('cé.x\u00a0');
});
