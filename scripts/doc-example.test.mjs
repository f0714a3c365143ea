import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './pnpm.mjs';

it('prints the example of docs/extending.md as the browser test runs it', () => {
  const run = readFileSync(join(ROOT, 'e2e/harness/example-areas.ts'), 'utf8');
  const [, printed] = readFileSync(join(ROOT, 'docs/extending.md'), 'utf8').match(/```ts\n([^]*?)```/);
  expect(printed).toBe(run.slice(run.indexOf('import')));
});
