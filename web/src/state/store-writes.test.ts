import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }));

/** Stores with their files: a proxy is kept to its file and exported under a name as read-only. */
const stores = files.flatMap(({ path, code }) =>
  code.includes("from 'valtio'")
    ? [...code.matchAll(/^export const (\w+): [^=]*= \w+;$/gm)].map(([, name]) => ({ name: name!, path }))
    : [],
);

it('finds the stores', () => {
  const names = stores.map(({ name }) => name);
  for (const name of ['cad', 'preferences', 'screens', 'section', 'stageChoices', 'toasts', 'toolsStore'])
    expect(names).toContain(name);
});

it('no proxy is exported to be written to', () => {
  expect(files.filter(({ code }) => /^export const \w+(: [^=]+)? = proxy\b/m.test(code))).toEqual([]);
});

// The types refuse an assignment; these two they let through.
it.each(stores)('$name is written in $path only', ({ name, path }) => {
  const write = new RegExp(String.raw`Object\.assign\(${name}\b|\(${name} as \w|\b${name} as unknown`);
  const others = files.filter((file) => file.path !== path && !file.path.endsWith('store-writes.test.ts'));
  expect(others.filter(({ code }) => write.test(code)).map((file) => file.path)).toEqual([]);
});
