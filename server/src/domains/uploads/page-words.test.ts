import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inPageWords } from './page-words.ts';

const PUBLISH = path.resolve(import.meta.dirname, '../../publish');
/** Those of commands that no delivery runs. */
const OTHER_COMMANDS = ['--url', '--no-headers'];

it('no option that a refusal of an import names is left for a person at the page', async () => {
  const named = new Set<string>();
  for (const name of await readdir(PUBLISH, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const code = await readFile(path.join(PUBLISH, name), 'utf8');
    for (const [option] of code.matchAll(/(?<=[\s'"`])--[a-z][a-z-]+/g)) named.add(option);
  }
  expect(named.size).toBeGreaterThan(8);
  for (const option of named) {
    if (OTHER_COMMANDS.includes(option) || option === '--depth') continue;
    expect(inPageWords(`Give ${option}.`), option).not.toContain('--');
  }
});

it('names the fields of the page', () => {
  expect(inPageWords('Give its position with --at longitude,latitude,height[,heading].')).toBe(
    'Give its position with “Position”.',
  );
  expect(inPageWords('Omit --at, or add --replace-position to move it.')).toBe(
    'Omit “Position”, or add “Move data that has a position, too” to move it.',
  );
});
