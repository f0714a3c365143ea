/**
 * `npm test`: everything there is to check, on a machine that has only Node and npm. Installs, builds, runs the unit and
 * contract tests, the byte budget and the browser tests, and ends with the sum of what passed and failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { browserTests, makeDemo } from './browser-tests.mjs';
import { ensureChromium, ensureOtherBrowsers } from './chromium.mjs';
import { ensureClusterPrograms } from './cluster-programs.mjs';
import { pnpm, ROOT } from './pnpm.mjs';
import { build, buildHosts, install } from './prepare.mjs';
import { underSupportedNode } from './supported-node.mjs';
import { Costs, mostExpensive, overBudget } from './test-costs.mjs';
import { UNIT_REPORT } from './unit-report.mjs';

/** Runs a program. True when it succeeded. */
async function run(command, args) {
  console.error(`\n> ${[basename(command), ...args].join(' ')}`);
  const [code] = await once(spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  return code === 0;
}

/** Unit and contract tests, and the byte budget. */
async function unitTests() {
  const reports = ['--reporter=default', '--reporter=./scripts/unit-report.mjs'];
  // As with browser tests: a second try on the machine that decides, none at a desk.
  const tries = process.env.CI ? ['--retry=1'] : [];
  const isGood = await run(join(ROOT, 'node_modules/.bin/vitest'), ['run', ...reports, ...tries]);
  return (await run(process.execPath, ['web/scripts/budget.mjs'])) && isGood;
}

/** A runner that left no report counts as one failure. */
function unitResults() {
  if (!existsSync(UNIT_REPORT)) return { passed: 0, failed: ['the unit tests left no report'], flaky: [], tests: [] };
  return JSON.parse(readFileSync(UNIT_REPORT, 'utf8'));
}

function list(title, names) {
  if (names.length > 0) console.log(['', `${title}:`, ...names.map((name) => `  ${name}`)].join('\n'));
}

await underSupportedNode();
const costs = new Costs();
await install();
// The best compression takes half of the build's time.
if (process.env.CI) process.env.PRECOMPRESS ??= 'quick';
// Each of these waits or keeps one core busy most of the time.
await Promise.all([
  build(),
  ensureChromium().then(ensureOtherBrowsers).then(ensureClusterPrograms),
  pnpm('--filter', '@overlook/e2e', 'run', 'harness'),
  buildHosts(),
]);
costs.end('build');
mkdirSync(dirname(UNIT_REPORT), { recursive: true });
rmSync(UNIT_REPORT, { force: true });

const [isUnitGood] = await Promise.all([unitTests(), makeDemo()]);
costs.end('unit tests and demo');
const unit = unitResults();
const browser = await browserTests();
costs.end('browser tests');
const failed = [...unit.failed, ...browser.failed, ...overBudget({ 'loads of pages': browser.loads })];
// A step may fail without a failed test: a broken file, a budget that is exceeded.
if (failed.length === 0 && !(isUnitGood && browser.isGood)) failed.push('a step without a failed test; see above');
list('Most expensive', mostExpensive([...unit.tests, ...browser.tests]));
console.log(`\nProcessor seconds of this machine: ${costs}. Loads of pages: ${browser.loads}.`);
list('Failed', failed);
// A race of the product that a person meets too. Among the last lines, so that it is read also where the run is green.
list('Faults, which a second try has passed', [...unit.flaky, ...browser.flaky]);
console.log(`\n${unit.passed + browser.passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
