/**
 * `npm test`: everything there is to check, on a machine that has only Node and npm. Installs, builds, runs the unit and
 * contract tests, the byte budget and the browser tests, and ends with the sum of what passed and failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { browserTests } from './browser-tests.mjs';
import { ensureChromium } from './chromium.mjs';
import { pnpm, ROOT } from './pnpm.mjs';
import { build } from './prepare.mjs';

const RESULTS = join(ROOT, '.cache');
const UNIT = join(RESULTS, 'unit.json');

/** Runs a tool of a package. True when it succeeded. */
function tool(folder, name, ...args) {
  console.error(`\n> ${name} ${args.join(' ')}`);
  const bin = join(ROOT, folder, 'node_modules/.bin', name);
  const { status } = spawnSync(bin, args, { cwd: join(ROOT, folder), stdio: ['ignore', 'inherit', 'inherit'] });
  return status === 0;
}

function node(script) {
  console.error(`\n> node ${script}`);
  return (
    spawnSync(process.execPath, [join(ROOT, script)], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }).status ===
    0
  );
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

const steps = [
  tool('.', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT}`),
  node('web/scripts/budget.mjs'),
];
const unit = unitCounts();
const browser = await browserTests();
if (browser.flaky > 0)
  console.log(`\n${browser.flaky} of the passed browser tests needed a second try; see above which.`);
const failed = unit.failed + browser.failed;
// A step may fail without a failed test: a broken file, a budget that is exceeded.
const total = failed || ([...steps, browser.isGood].every(Boolean) ? 0 : 1);
console.log(`\n${unit.passed + browser.passed} passed, ${total} failed`);
process.exit(total === 0 ? 0 : 1);
