import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as schema from './index.ts';

/** Files of the folder without tables: columns that tables share. */
const SHARED_FILES = ['columns.ts'];

it('the schema has every table and every other value of its files', async () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter(
    (file) => file !== 'index.ts' && !file.endsWith('.test.ts') && !SHARED_FILES.includes(file),
  );
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<object>));
  const names = modules.flatMap((module) => Object.keys(module));
  expect(Object.keys(schema).toSorted()).toEqual(names.toSorted());
});
