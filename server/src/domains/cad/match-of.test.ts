import { expect, test } from 'vitest';
import { matchOf } from './match-of.ts';

test('finds the property that fits among 300,000', () => {
  const values = Array.from({ length: 300_000 }, (_, i): [string, string] => [`P${i}`, `value ${i}`]);
  const item = { name: 'Pump', tags: [], externalTags: [] } as unknown as Parameters<typeof matchOf>[0]['item'];
  const metadata = { Item: Object.fromEntries(values) };
  const match = matchOf({ item, ancestors: [], guid: null, metadata }, { words: ['299999'], isPath: false });
  expect(match).toEqual({ where: 'property', tab: 'Item', property: 'P299999', text: 'value 299999' });
});
