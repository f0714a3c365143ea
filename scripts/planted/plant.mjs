/**
 * Measures what the tests catch: plants faults one by one in a copy of the project and runs the tests that should find each.
 *
 *   node scripts/planted/plant.mjs [--browser] [id or beginning of an id …]
 *
 * A fault is an entry of `scripts/planted/*.json`: the text that it replaces in a file, what a person would notice, and the
 * tests that find it. Prints each and how many were found of each part; exits with 1 where a fault was not found. Browser tests
 * take minutes for a fault, so they are run with `--browser` only, for faults that no other test finds.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pnpmCommand, ROOT } from '../pnpm.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(ROOT, `.cache/planted-${process.pid}`);
const COPY = join(FOLDER, 'copy');
/** Sample data, which tests look for beside the project. */
const SAMPLES = join(ROOT, '../shared');
/** A fault may make a test hang. */
const LONGEST_MS = 300_000;

/** All faults of the lists, by the name of the part. */
export function readFaults() {
  return Object.fromEntries(
    readdirSync(HERE)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(HERE, name), 'utf8'))]),
  );
}

/** The text of a file with the fault. Throws an Error where the text that it replaces is not there exactly once. */
export function faulty({ id, file, find, replace }, text) {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`${id}: its text is in ${file} ${times} times`);
  return text.replace(find, () => replace);
}

/** A clone of the committed state, with its packages installed and the sample data beside it. */
function makeCopy() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  if (existsSync(SAMPLES)) symlinkSync(SAMPLES, join(FOLDER, 'shared'));
  execFileSync('git', ['clone', '-q', '--shared', ROOT, COPY]);
  const [command, ...before] = pnpmCommand();
  execFileSync(command, [...before, 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: COPY,
    env: { ...process.env, pnpm_config_pm_on_fail: 'ignore' },
    stdio: 'ignore',
  });
}

/** Whether a program fails in the copy, or does not end. */
function fails(file, args, env = {}) {
  const { status } = spawnSync(join(COPY, file), args, {
    cwd: file.startsWith('e2e') ? join(COPY, 'e2e') : COPY,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  return status !== 0;
}

/** Whether a browser test of a project (e2e/playwright.config.ts) fails on a build of the copy. */
function isSeenInBrowser(spec) {
  const build = "import('./scripts/prepare.mjs').then(({ build }) => build())";
  execFileSync(process.execPath, ['-e', build], {
    cwd: COPY,
    stdio: 'ignore',
    env: { ...process.env, PRECOMPRESS: 'quick' },
  });
  execFileSync(join(COPY, 'e2e/node_modules/.bin/vite'), ['build', '--config', 'harness/vite.config.ts'], {
    cwd: join(COPY, 'e2e'),
    stdio: 'ignore',
  });
  const project = /^e2e.specs.(?:stage|embedding)/.test(spec) ? 'stage' : 'interface';
  const args = ['test', spec.slice('e2e/'.length), `--project=${project}`, '--retries=0'];
  return fails('e2e/node_modules/.bin/playwright', args, { E2E_RUN: project, E2E_PORT: '4790', E2E_WORKERS: '1' });
}

/** Whether a test fails while the fault is there: those without a browser first, because they are fast. */
function isFound(fault, hasBrowser) {
  const path = join(COPY, fault.file);
  const text = readFileSync(path, 'utf8');
  const [specs, units] = [true, false].map((isSpec) =>
    fault.tests.filter((test) => test.endsWith('.spec.ts') === isSpec),
  );
  writeFileSync(path, faulty(fault, text));
  try {
    if (units.length > 0 && fails('node_modules/.bin/vitest', ['run', '--bail=1', ...units])) return true;
    return hasBrowser && specs.some(isSeenInBrowser);
  } finally {
    writeFileSync(path, text);
  }
}

function main(args) {
  const hasBrowser = args.includes('--browser');
  const wanted = args.filter((arg) => arg !== '--browser');
  makeCopy();
  let hasMissed = false;
  for (const [part, all] of Object.entries(readFaults())) {
    const faults = all.filter(({ id }) => wanted.length === 0 || wanted.some((begin) => id.startsWith(begin)));
    if (faults.length === 0) continue;
    let found = 0;
    for (const fault of faults) {
      const isGood = isFound(fault, hasBrowser);
      found += Number(isGood);
      console.log(`${isGood ? 'found   ' : 'NOT FOUND'} ${fault.id}  ${fault.file}: ${fault.harm}`);
    }
    hasMissed ||= found < faults.length;
    console.log(`${part}: ${found} of ${faults.length}\n`);
  }
  rmSync(FOLDER, { recursive: true, force: true });
  process.exit(hasMissed ? 1 : 0);
}

if (process.argv[1] && existsSync(process.argv[1]) && fileURLToPath(import.meta.url) === process.argv[1])
  main(process.argv.slice(2));
