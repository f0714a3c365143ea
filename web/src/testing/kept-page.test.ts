import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('no file of the page tests has an environment of its own, which would take the shared page away', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.tsx'),
  );
  expect(files.length).toBeGreaterThan(40);
  const own = files.filter((file) => readFileSync(join(SOURCES, file), 'utf8').includes('@vitest-environment'));
  expect(own).toEqual([]);
});
