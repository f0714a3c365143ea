import { expect, it } from 'vitest';
import { RECORD_WORDS } from '../../../pointclouds/record.ts';
import { PlaceSampler } from './place-sampler.ts';

it('a sample is every n-th point from the first one on', () => {
  const sampler = new PlaceSampler(4);
  for (let batch = 0; batch < 10; batch++) {
    const words = new Int32Array(3 * RECORD_WORDS);
    for (let i = 0; i < 3; i++) words.set([3 * batch + i, 7, -1], i * RECORD_WORDS);
    sampler.add(words, 3);
  }
  expect([...sampler.sample()]).toEqual([0, 8, 16, 24].flatMap((x) => [x, 7, -1]));
});
