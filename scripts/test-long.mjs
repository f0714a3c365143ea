/**
 * `npm run test:long`: the tests that kill processes and generate random models, with the full numbers of both, of which
 * `npm test` has a few; and the browser tests that are tagged `@long`, of which it has none. A release runs it after `npm test`;
 * it takes about an hour and a half.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { browserTests, makeDemo } from './browser-tests.mjs';
import { ensureChromium, ensureOtherBrowsers } from './chromium.mjs';
import { ensureClusterPrograms } from './cluster-programs.mjs';
import { oldestNode } from './oldest-node.mjs';
import { pnpm, ROOT } from './pnpm.mjs';
import { build, buildHosts, install } from './prepare.mjs';
import { underSupportedNode } from './supported-node.mjs';

const NUMBERS = { KILLS: '20', MADE_MODELS: '12' };
const CLUSTER_FAULTS = {
  kills: 100,
  terminations: 10,
  suspensions: 10,
  partitions: 10,
  slowStores: 5,
  failingStores: 10,
  fullDisks: 5,
  clocks: 10,
  promotions: 20,
};
const FILES = [
  'db/src/full-disk.test.ts',
  'server/src/cli/killed-restore.test.ts',
  'server/src/domains/captures/killed-server.test.ts',
  'server/src/domains/exports/crash.test.ts',
  'server/src/domains/exports/layer-crash.test.ts',
  'server/src/publish/convert/convert-cad.test.ts',
  'server/src/services/jobs/killed-workers.test.ts',
  'server/src/publish/points/killed-import.test.ts',
];

/** Runs unit tests under a Node.js. */
async function passes(node, args) {
  const vitest = spawn(node, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...NUMBERS },
    stdio: 'inherit',
  });
  const [code] = await once(vitest, 'exit');
  return code === 0;
}

/** Runs the cluster under its full numbers of faults. */
async function clusterHolds() {
  const args = Object.entries(CLUSTER_FAULTS).flatMap(([kind, times]) => [`--${kind}`, String(times)]);
  const rig = spawn(process.execPath, [join(ROOT, 'e2e/cluster/run.mjs'), ...args], { cwd: ROOT, stdio: 'inherit' });
  const [code] = await once(rig, 'exit');
  return code === 0;
}

await underSupportedNode();
await install();
await ensureClusterPrograms();
await ensureChromium();
await ensureOtherBrowsers();
await build();
await pnpm('--filter', '@overlook/e2e', 'run', 'harness');
await buildHosts();
await makeDemo();
const browser = await browserTests({ isLong: true });
for (const name of browser.failed) console.error(`failed: ${name}`);
let isGood = browser.isGood;
isGood = (await passes(process.execPath, FILES)) && isGood;
isGood = (await clusterHolds()) && isGood;
// `npm test` starts the server under it.
const oldest = oldestNode();
if (oldest) isGood = (await passes(oldest, ['--project=shared', '--project=db', '--project=server'])) && isGood;
process.exit(isGood ? 0 : 1);
