import { expect, it } from 'vitest';
import { RECORD_WORDS } from '../../../pointclouds/record.ts';
import { WordSampler } from './word-sampler.ts';

it('a sample is every n-th point from the first one on', () => {
  const sampler = new WordSampler(4, 0, 3);
  const second = new WordSampler(4, 1, 1);
  for (let batch = 0; batch < 10; batch++) {
    const words = new Int32Array(3 * RECORD_WORDS);
    for (let i = 0; i < 3; i++) words.set([3 * batch + i, 7, -1], i * RECORD_WORDS);
    sampler.add(words, 3);
    second.add(words, 3);
  }
  expect([...second.sample()]).toEqual([7, 7, 7, 7]);
  expect([...sampler.sample()]).toEqual([0, 8, 16, 24].flatMap((x) => [x, 7, -1]));
});
