import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startKillableServer } from '../testing/killable-server.ts';

const output = (program: string, ...args: string[]) =>
  spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).stdout.trim();

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const node = output(process.execPath, fileOf('scripts/oldest-node.mjs'));

it.skipIf(!node)('the server starts and answers under the oldest Node.js that package.json allows', async () => {
  expect(output(node, '--print', `require("${fileOf('package.json')}").engines.node`)).toBe(
    `>=${output(node, '--version').slice(1).replace(/\.0$/, '')}`,
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'overlook-oldest-'));
  try {
    const server = await startKillableServer(dataDir, { node });
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    await server.kill();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
