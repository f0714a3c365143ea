/**
 * `npm run verify`: format, lint, types and unit tests, before every commit. Runs all and names what failed. turbo remembers
 * the types and tests of packages that nothing has touched since they last passed.
 */
import { runPnpm } from './pnpm.mjs';
import { install } from './prepare.mjs';

const STEPS = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint'],
  ['unused', 'knip'],
  ['types', 'turbo', 'run', 'types', '--output-logs=errors-only'],
  ['unit', 'turbo', 'run', 'unit', '--output-logs=errors-only', '--concurrency=1'],
];

install();
const failed = [];
for (const [name, ...command] of STEPS) {
  const start = Date.now();
  const isGood = runPnpm(['exec', ...command], 'inherit');
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  if (!isGood) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exit(1);
}
