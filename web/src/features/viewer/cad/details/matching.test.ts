import { expect, it } from 'vitest';
import { matching } from './matching.ts';

const METADATA = { Item: { Name: 'C-103', Type: 'Pressure vessel' }, Design: { Height: '27.00 m' }, Empty: {} };

it.each([
  ['', { Item: ['Name', 'Type'], Design: ['Height'] }],
  [' VESSEL ', { Item: ['Type'] }],
  ['height', { Design: ['Height'] }],
  ['design', { Design: ['Height'] }],
  ['none', {}],
])('with %j', (search, expected) => {
  const found = matching(METADATA, search).map(({ title, rows }) => [title, rows.map(([name]) => name)]);
  expect(Object.fromEntries(found)).toEqual(expected);
});
