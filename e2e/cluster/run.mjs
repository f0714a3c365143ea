/**
 * The cluster test rig: three servers, two workers, PostgreSQL with a standby through PgBouncer, S3 and HAProxy under a load and
 * faults, then a check that nothing acknowledged is lost and nothing is done twice. README.md has the rest.
 *
 *   node e2e/cluster/run.mjs [--kills 100] [--promotions 20] [--partitions 10] …
 *   node e2e/cluster/run.mjs --figures     measures what docs/performance.md says of clusters
 *   SEED=… repeats the order of faults of a run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../../server/bundle.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
/** Inside of the package, where the imports of the bundle are found. */
const PLACE = fileURLToPath(new URL('../../server/node_modules/.cache/', import.meta.url));

/** A namespace of network and mounts keeps ports and disks of the rig from those of others, where this user may make one. */
function namespace() {
  const inside = ['--net', '--mount', 'sh', '-c', 'ip link set lo up && exec "$@"', 'rig'];
  const isPossible = spawnSync('unshare', [...inside, 'true']).status === 0;
  console.log(
    isPossible
      ? 'In a network namespace of its own.'
      : 'Without a network namespace, on ports of this machine from CLUSTER_PORT on (4730).',
  );
  return isPossible ? ['unshare', ...inside] : [];
}

await mkdir(PLACE, { recursive: true });
const bundle = await mkdtemp(`${PLACE}rig-bundle-`);
try {
  await bundleServer(bundle);
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const rig = [process.execPath, '--import', tsx, join(HERE, 'rig.ts'), '--bundle', bundle, ...process.argv.slice(2)];
  const [command, ...args] = [...namespace(), ...rig];
  const child = spawn(command, args, { stdio: 'inherit' });
  // A person who ends this ends the rig, which cleans up before.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await rm(bundle, { recursive: true, force: true });
}
