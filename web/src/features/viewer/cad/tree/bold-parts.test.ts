import { describe, expect, it } from 'vitest';
import { boldParts, excerpt, LONGEST } from './bold-parts.ts';

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
  ['Unit 100', 'unit 100/pump', '[Unit] [100]'],
  ['Plant / Unit', 'plant / unit', '[Plant] / [Unit]'],
  ['12/5 mm', '12/5', '[12/5] mm'],
  ['50 % {x}', '% {x}', '50 [%] [{x}]'],
  ['ÉDELSTAHL', 'édel', '[ÉDEL]STAHL'],
  ['Øltank 1', 'oltank', '[Øltank] 1'],
  ['Oltank', 'ØL', '[Ol]tank'],
  ['Große Straße', 'gros str', '[Groß]e [Str]aße'],
  ['E\u0301del', 'ede', '[E\u0301de]l'],
])('%j with %j', (text, query, expected) => expect(marked(text, query)).toBe(expected));

describe('an excerpt', () => {
  it('is the text itself where the match is near its start, or there is none', () => {
    expect(excerpt('C-103 Stabiliser', 'stab', 20)).toBe('C-103 Stabiliser');
    expect(excerpt('C-103 Stabiliser', 'other', 4)).toBe('C-103 Stabiliser');
  });
  it('omits the text long before the match', () => {
    expect(excerpt(`${'x'.repeat(4000)} needle and more`, 'NEEDLE', 20)).toBe('…xxxxxxxxxxx needle and more');
    expect(excerpt(`needle ${'x'.repeat(4000)}`, 'needle', 20)).toHaveLength(LONGEST);
  });
});
