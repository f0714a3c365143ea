/**
 * The browser tests in three workers at once, each with a server and a data folder of its own. None of them keeps two
 * cores busy: forms and lists wait for the page, and a page with a stage waits by turns for its script and for the process
 * that draws. The tests of the stage take longest, so they have two workers, which take file after file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from './pnpm.mjs';

/** The annotation by which a test says how many pages it has loaded (e2e/fixtures/test.ts). */
const LOADS = 'loads of pages';

/** The tag of tests that only `npm run test:long` has. */
const LONG = '@long';

const CACHE = join(ROOT, '.cache');
/** The projects of e2e/playwright.config.ts; a port is that of the server of the run's first worker. */
const RUNS = [
  { name: 'stage', workers: 2, port: 4599 },
  { name: 'interface', workers: 1, port: 4600 },
];
/** The data folder of each worker, as e2e/fixtures/server.ts names it. */
const DATA_DIRS = ['stage-1', 'stage-2', 'interface'].map((name) => join(CACHE, `browser-data-${name}`));

const reportOf = ({ name }) => join(CACHE, `browser-${name}.json`);

/**
 * Makes the demo site once and copies it, because making it takes a minute. It takes what other processes leave of the
 * processor.
 */
export async function makeDemo() {
  const [first, ...others] = DATA_DIRS;
  if (DATA_DIRS.every((dir) => existsSync(dir))) return;
  const { port } = RUNS[0];
  const server = spawn(process.execPath, [join(ROOT, 'server/dist/main.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: first,
      DEMO: 'true',
      DEMO_DETAIL: 'low',
      DEMO_CAPTURES: 'newest',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  setPriority(server.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const ended = once(server, 'exit');
  while (server.exitCode === null && !(await isReady(port))) await setTimeout(500);
  server.kill('SIGTERM');
  await ended;
  for (const dir of others) {
    rmSync(dir, { recursive: true, force: true });
    cpSync(first, dir, { recursive: true });
  }
}

const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function test({ name, workers, port }, isLong) {
  const args = ['test', `--project=${name}`, isLong ? '--grep' : '--grep-invert', LONG];
  const playwright = spawn(join(ROOT, 'e2e/node_modules/.bin/playwright'), args, {
    cwd: join(ROOT, 'e2e'),
    env: { ...process.env, E2E_RUN: name, E2E_PORT: String(port), E2E_WORKERS: String(workers) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(playwright, 'exit');
  return code === 0;
}

/** What a run's report says; one that left no report counts as a failure. */
function resultsOf(run) {
  if (!existsSync(reportOf(run)))
    return { passed: 0, failed: [`${run.name} left no report`], flaky: [], tests: [], loads: 0 };
  const { stats, suites } = JSON.parse(readFileSync(reportOf(run), 'utf8'));
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const named = (status) => tests.filter((test) => test.status === status).map(({ name }) => name);
  return {
    passed: stats.expected + stats.flaky,
    failed: named('unexpected'),
    flaky: named('flaky'),
    tests,
    loads: tests.reduce((sum, { loads }) => sum + loads, 0),
  };
}

/** All tests of a suite: name, status, milliseconds and loads of pages of the last try. */
function testsOf({ title, specs, suites = [] }, path) {
  const own = [...path, title];
  const tests = specs.flatMap((spec) =>
    spec.tests.map(({ status, results, annotations }) => ({
      name: [...own, spec.title].join(' › '),
      status,
      ms: results.at(-1)?.duration ?? 0,
      loads: Number(annotations.findLast(({ type }) => type === LOADS)?.description ?? 0),
    })),
  );
  return [...tests, ...suites.flatMap((suite) => testsOf(suite, own))];
}

/**
 * Runs those that are not tagged as long, or those that are, on the demo that was made: how many passed, the names of those that
 * failed or needed a second try, how long each took, and the loads of pages.
 */
export async function browserTests({ isLong = false } = {}) {
  for (const run of RUNS) rmSync(reportOf(run), { force: true });
  const isGood = (await Promise.all(RUNS.map((run) => test(run, isLong)))).every(Boolean);
  const results = RUNS.map(resultsOf);
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
    flaky: results.flatMap(({ flaky }) => flaky),
    tests: results.flatMap(({ tests }) => tests),
    loads: results.reduce((sum, { loads }) => sum + loads, 0),
    isGood,
  };
}
