import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pnpm, ROOT } from './pnpm.mjs';

/** What the builds are made of; a change in any of it makes a new build. */
const SOURCES = [
  'package.json',
  'pnpm-lock.yaml',
  'patches',
  'scripts/third-party.mjs',
  'shared/src',
  'db/src',
  'db/migrations',
  'server/src',
  'server/build.mjs',
  'server/bundle.mjs',
  'server/guide',
  'docs/guide',
  'web/src',
  'web/engine/src',
  'web/engine/vite',
  'web/embed/src',
  'web/public',
  'web/vite',
  'web/vite.config.ts',
  'web/packages',
  'web/vite.formats.config.ts',
  'web/vite.hosts.config.ts',
  'web/vite.packages.config.ts',
  'web/vite.visit.config.ts',
  'web/vite.service-worker.config.ts',
  'web/index.html',
  'web/visit.html',
];
/** What the libraries of the pages in `docs/embedding/examples` are made of. */
const HOST_SOURCES = ['pnpm-lock.yaml', 'patches', 'e2e/hosts/libraries', 'e2e/hosts/vite.config.ts'];
const OUTPUTS = ['server/dist/main.js', 'web/dist/index.html'];

/** Names, sizes and times of all files below a path. */
function describe(path) {
  if (!existsSync(path)) return [];
  const found = statSync(path);
  if (found.isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => describe(join(path, name)));
  return [`${path} ${found.size} ${found.mtimeMs}`];
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** Does `work` unless it was last done in the same state; the state is remembered in `stamp`. */
async function unlessDone(stamp, state, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
}

/** Installs the packages that the lockfile names. Says so, and does nothing when they are there. */
export async function install() {
  const lockfile = hashOf(readFileSync(join(ROOT, 'pnpm-lock.yaml')));
  await unlessDone(join(ROOT, 'node_modules/.overlook-installed'), lockfile, async () => {
    console.error('Installing packages.');
    await pnpm('install', '--frozen-lockfile');
  });
}

const stateOf = (sources) => hashOf(sources.flatMap((source) => describe(join(ROOT, source))).join('\n'));

/** Installs, then builds the libraries of the example pages. Says so, and does nothing when they are up to date. */
export async function buildHosts() {
  await install();
  await unlessDone(join(ROOT, 'e2e/hosts/dist/.built-from'), stateOf(HOST_SOURCES), async () => {
    console.error('Building the libraries of the examples.');
    await pnpm('--filter', '@overlook/e2e', 'run', 'hosts');
  });
}

/** Installs, then builds server and web app. Says so, and does nothing when they are up to date. */
export async function build() {
  await install();
  const state = `${stateOf(SOURCES)} ${process.env.PRECOMPRESS ?? ''}`;
  const stamp = join(ROOT, 'server/dist/.built-from');
  if (OUTPUTS.some((output) => !existsSync(join(ROOT, output)))) rmSync(stamp, { force: true });
  await unlessDone(stamp, state, async () => {
    console.error('Building the server and the web app.');
    await Promise.all(['server', 'web'].map((name) => pnpm('--filter', `@overlook/${name}`, 'run', 'build')));
  });
}
