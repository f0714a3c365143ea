import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaSentence } from './schema-sentences.ts';

const SCHEMA = z.object({
  id: z.number(),
  state: z.enum(['proposed', 'approved']),
  name: z.string().min(2).max(4),
  count: z.number().min(1).optional(),
  uuid: z.uuid().optional(),
  own: z.string('Please enter a name').optional(),
  points: z
    .array(z.object({ x: z.number() }))
    .min(3)
    .optional(),
});
const VALID = { id: 1, state: 'proposed', name: 'abc' };

it.each([
  [{ id: undefined }, '“id” is missing.'],
  [{ id: 'x' }, '“id” must be a number.'],
  [{ state: 'x' }, '“state” must be one of proposed, approved.'],
  [{ name: 'a' }, '“name” must have at least 2 characters.'],
  [{ name: 'abcde' }, '“name” must have at most 4 characters.'],
  [{ count: 0 }, '“count” must be at least 1.'],
  [{ uuid: 'x' }, '“uuid” is not valid.'],
  [{ own: 3 }, 'Please enter a name'],
  [{ points: [] }, '“points” must have at least 3 entries.'],
  [{ points: [{ x: 1 }, { x: null }, { x: 1 }] }, '“points.1.x” must be a number.'],
])('says of %j: %s', (change, sentence) => {
  const { error } = SCHEMA.safeParse({ ...VALID, ...change });
  expect(error!.issues.map(schemaSentence)).toEqual([sentence]);
});

it('says what the input itself must be', () => {
  expect(SCHEMA.safeParse('x').error!.issues.map(schemaSentence)).toEqual(['The input must be an object.']);
});
