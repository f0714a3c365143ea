import { expect, it } from 'vitest';
import { boldParts } from './bold-parts.ts';

const marked = (text: string, query: string) =>
  boldParts(text, query)
    .map(({ part, isBold }) => (isBold ? `[${part}]` : part))
    .join('');

it.each([
  ['C-103 Stabiliser', 'c-103', '[C-103] Stabiliser'],
  ['C-103 Stabiliser', 'stab 103', 'C-[103] [Stab]iliser'],
  ['C-103', '', 'C-103'],
  ['a+b (c)', 'b (c', 'a+[b] [(c])'],
  ['nothing', 'other', 'nothing'],
])('%j with %j', (text, query, expected) => expect(marked(text, query)).toBe(expected));
