import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CAST = / as (?:unknown as |never\b)/;
/** A line of a comment of either kind, or the end of one. */
const COMMENT = /^\s*(?:\/\/|\{?\/?\*)/;
/** So far above it a reason may be: some casts are in the middle of a call, below what it is for. */
const NEAR_LINES = 3;

const listed = execFileSync('git', ['ls-files', '*/src/*.ts', '*/src/*.tsx', 'web/vite/*.ts', 'web/engine/vite/*.ts'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const sources = listed
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.tsx?$|\/testing\//.test(file) && existsSync(`${ROOT}${file}`));

it('a cast that the compiler would refuse has its reason beside it', () => {
  const bare = sources.flatMap((file) => {
    const lines = readFileSync(`${ROOT}${file}`, 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      const above = lines.slice(Math.max(0, at - NEAR_LINES), at);
      return CAST.test(line) && !above.some((one) => COMMENT.test(one)) ? [`${file}:${at + 1}`] : [];
    });
  });
  expect(sources.length).toBeGreaterThan(1000);
  expect(bare).toEqual([]);
});
