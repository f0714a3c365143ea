// Runs the side-by-side benchmark of the reference material with our engine among its peers.
//
//   npx tsx bench/run-peers.mjs [work folder] [options of the benchmark's run.mjs]
//
// The benchmark lies beside the project in ../shared/bench; nothing is written there. The first run installs the peers and
// generates the data sets (a few minutes); results/latest.md in the work folder holds the tables.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import webConfig from '../../web/vite.config.ts';

const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, '../shared/bench');
const [folder = path.join(root, '.cache/bench'), ...options] = process.argv.slice(2);
const work = path.resolve(folder);
const PEERS = ['cesium', 'three', 'deck', 'floor'];

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: work, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!fs.existsSync(source)) throw new Error('The benchmark is not beside the project (../shared/bench).');
fs.mkdirSync(work, { recursive: true });
fs.cpSync(source, work, { recursive: true, filter: (from) => !from.includes('giro3d') });
if (!fs.existsSync(path.join(work, 'node_modules'))) run('npm', ['install', '--no-audit', '--no-fund']);
if (!fs.existsSync(path.join(work, 'data/poses.json'))) run('node', ['gen/generate.mjs', 'data']);
run('node', ['build.mjs', ...PEERS.filter((peer) => !fs.existsSync(path.join(work, 'dist', peer)))]);

// Ours is built with the product's own plug-ins: its decoders come through them.
await build({
  ...webConfig,
  configFile: false,
  root: path.join(import.meta.dirname, 'overlook'),
  base: '/overlook/',
  logLevel: 'warn',
  resolve: { ...webConfig.resolve, alias: { 'bench/page': path.join(work, 'lib/page.js') } },
  build: {
    outDir: path.join(work, 'dist/overlook'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 20_000,
  },
});

fs.rmSync(path.join(work, 'results/latest.json'), { force: true });
const named = options.includes('--peers') ? [] : ['--peers', ['overlook', ...PEERS].join(',')];
run('node', ['run.mjs', ...named, ...options]);
const report = spawnSync('node', ['report.mjs', 'results/latest.json'], { cwd: work, encoding: 'utf8' }).stdout;
fs.writeFileSync(path.join(work, 'results/latest.md'), report);
console.log(`tables: ${path.join(work, 'results/latest.md')}`);
