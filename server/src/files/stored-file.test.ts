import { expect, it } from 'vitest';
import { createFileFinder } from './stored-file.ts';

it('does not cache paths that are too long to be opened, so that strangers cannot fill the memory', async () => {
  let looks = 0;
  // Cached facts are stored with their time.
  const files = createFileFinder({ now: () => new Date(looks++) });
  expect(await files.find('/', '/not-there')).toBeNull();
  expect(looks).toBe(1);
  expect(await files.find('/', `/${'a/'.repeat(7000)}b`)).toBeNull();
  expect(looks).toBe(1);
});
