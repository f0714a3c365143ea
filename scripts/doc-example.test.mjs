import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './pnpm.mjs';

it('prints the example of docs/extending.md as the browser test runs it', () => {
  const run = readFileSync(join(ROOT, 'e2e/harness/example-areas.ts'), 'utf8');
  const [, printed] = readFileSync(join(ROOT, 'docs/extending.md'), 'utf8').match(/```ts\n([^]*?)```/);
  expect(printed).toBe(run.slice(run.indexOf('import')));
});

const pagesIn = (folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(folder, name));

it.each([...pagesIn('docs/embedding/examples'), ...pagesIn('docs/layers/examples')])(
  '%s has the width of the device, and no part that is wider than a phone',
  (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />');
    expect(text).not.toMatch(/[^-]width: \d{3,}px/);
  },
);
