/** `npm run verify`: format, lint, types and unit tests, before every commit. Runs all and names what failed. */
import { spawnSync } from 'node:child_process';
import { ROOT } from './pnpm.mjs';
import { install } from './prepare.mjs';

const STEPS = [
  ['format', 'npx', 'oxfmt', '--check'],
  ['lint', 'npx', 'oxlint'],
  ['unused', 'npx', 'knip'],
  ['types', 'npx', 'turbo', 'run', 'types', '--output-logs=errors-only'],
  ['unit', 'npx', 'vitest', 'run', '--reporter=dot'],
];

install();
const failed = [];
for (const [name, command, ...args] of STEPS) {
  const start = Date.now();
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exit(1);
}
