import { expect, it } from 'vitest';
import { createFileFinder } from './stored-file.ts';

it('remembers no path that is too long to be opened: strangers would fill the memory', async () => {
  let looks = 0;
  // What is remembered is remembered with its time.
  const files = createFileFinder({ now: () => new Date(looks++) });
  expect(await files.find('/', '/not-there')).toBeNull();
  expect(looks).toBe(1);
  expect(await files.find('/', `/${'a/'.repeat(7000)}b`)).toBeNull();
  expect(looks).toBe(1);
});
