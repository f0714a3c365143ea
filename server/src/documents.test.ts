import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...(readdirSync(join(ROOT, 'docs'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Targets of the links of a page, as paths from the root; external addresses are omitted. */
function linksOf(path: string): string[] {
  const targets = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!.split('#', 1)[0]!);
  return targets.filter((target) => target !== '' && !/^[a-z]+:/i.test(target)).map((to) => join(dirname(path), to));
}

describe.each(DOCUMENTS)('%s', (path) => {
  it('has links to existing files', () => {
    expect(linksOf(path).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

describe('the table of security requirements', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+) +\|([^|]+)\|([^|]+)\|(.+)\|$/gm)].map(
    ([, id, , state, reason]) => ({ id: id!, state: state!.trim(), reason: reason!.trim() }),
  );
  const filesOf = (reason: string): string[] => reason.match(/[\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|md)/g) ?? [];

  it('has each requirement once, with one of three answers and a reason', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ state }) => !['met', 'n/a', 'open'].includes(state))).toEqual([]);
    expect(rows.filter(({ reason }) => reason === '')).toEqual([]);
  });

  it('names a file for each that is met', () => {
    expect(rows.filter(({ state, reason }) => state === 'met' && filesOf(reason).length === 0)).toEqual([]);
  });

  it('names existing files', () => {
    const missing = rows.flatMap(({ reason }) => filesOf(reason)).filter((file) => !existsSync(join(ROOT, file)));
    // Links are relative to the page that contains them.
    expect(missing.filter((file) => !existsSync(join(ROOT, 'docs', file)))).toEqual([]);
  });
});
