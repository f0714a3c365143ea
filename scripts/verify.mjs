/**
 * `npm run verify`: format, lint, types, and the unit tests that what is not committed yet can reach. Runs all and names
 * what failed. `npm test` runs every test.
 */
import { runPnpm } from './pnpm.mjs';
import { install } from './prepare.mjs';
import { underSupportedNode } from './supported-node.mjs';

const STEPS = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint'],
  ['unused', 'knip'],
  ['used by tests only', 'knip', '--production', '--config', 'knip.production.config.ts'],
  ['types', 'turbo', 'run', 'types', '--output-logs=errors-only'],
  ['floors', 'node', 'scripts/floors.mjs'],
  ['unit', 'vitest', 'run', '--changed', '--passWithNoTests', '--reporter=dot'],
];

await underSupportedNode();
await install();
const failed = [];
for (const [name, ...command] of STEPS) {
  const start = Date.now();
  const isGood = await runPnpm(['exec', ...command], 'inherit');
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  if (!isGood) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exit(1);
}
