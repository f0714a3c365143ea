/**
 * `npm run test:long`: the tests that kill processes and generate random models, with the full numbers of both. `npm test`
 * has a few of each. A release runs it; it takes about an hour.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './pnpm.mjs';
import { install } from './prepare.mjs';

const NUMBERS = { KILLS: '20', MADE_MODELS: '12' };
const FILES = [
  'db/src/full-disk.test.ts',
  'server/src/domains/exports/crash.test.ts',
  'server/src/domains/exports/layer-crash.test.ts',
  'server/src/publish/convert/convert-cad.test.ts',
  'server/src/publish/points/killed-import.test.ts',
];

await install();
const vitest = spawn(join(ROOT, 'node_modules/.bin/vitest'), ['run', ...FILES], {
  cwd: ROOT,
  env: { ...process.env, ...NUMBERS },
  stdio: 'inherit',
});
const [code] = await once(vitest, 'exit');
process.exit(code ?? 1);
