/**
 * `npm test`: everything there is to check, on a machine that has only Node and npm. Installs, builds, runs the unit and
 * contract tests, the byte budget and the browser tests, and ends with the sum of what passed and failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { browserTests, makeDemo } from './browser-tests.mjs';
import { ensureChromium } from './chromium.mjs';
import { pnpm, ROOT } from './pnpm.mjs';
import { build } from './prepare.mjs';

const RESULTS = join(ROOT, '.cache');
const UNIT = join(RESULTS, 'unit.json');

/** Runs a program. True when it succeeded. */
async function run(command, args) {
  console.error(`\n> ${[basename(command), ...args].join(' ')}`);
  const [code] = await once(spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  return code === 0;
}

/** Unit and contract tests, and the byte budget. */
async function unitTests() {
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT}`];
  const isGood = await run(join(ROOT, 'node_modules/.bin/vitest'), ['run', ...reports]);
  return (await run(process.execPath, ['web/scripts/budget.mjs'])) && isGood;
}

/** A runner that left no report counts as one failure. */
function unitCounts() {
  if (!existsSync(UNIT)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(UNIT, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

build();
ensureChromium();
mkdirSync(RESULTS, { recursive: true });
rmSync(UNIT, { force: true });
pnpm('--filter', '@overlook/e2e', 'run', 'harness');

const [isUnitGood] = await Promise.all([unitTests(), makeDemo()]);
const unit = unitCounts();
const browser = await browserTests();
if (browser.flaky > 0)
  console.log(`\n${browser.flaky} of the passed browser tests needed a second try; see above which.`);
const failed = unit.failed + browser.failed;
// A step may fail without a failed test: a broken file, a budget that is exceeded.
const total = failed || (isUnitGood && browser.isGood ? 0 : 1);
console.log(`\n${unit.passed + browser.passed} passed, ${total} failed`);
process.exit(total === 0 ? 0 : 1);
