import { hasPackages, install, mayInstall } from './debian.mjs';

/** What the cluster test rig (e2e/cluster) and the test of `deploy/edge` run beside the product. */
const PACKAGES = [
  'postgresql',
  'pgbouncer',
  'haproxy',
  'nginx-light',
  'varnish',
  'faketime',
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'memcached',
];

/** Installs them on a machine that tests for others (CI), where Debian's packages can be installed; without them these tests are skipped by name. */
export async function ensureClusterPrograms() {
  const missing = PACKAGES.filter((name) => !hasPackages(name));
  if (!process.env.CI || missing.length === 0 || !mayInstall()) return;
  console.error(`Installing ${missing.join(', ')} for the tests of several servers.`);
  await install(missing.join(' '));
}
