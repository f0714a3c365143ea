/**
 * Checks the bytes of each step of a visit against a budget: `node scripts/budget.mjs [dist]` after a build. Every file
 * counts compressed with gzip where that helps, as an older proxy sends it; the server itself sends Brotli, which
 * is less. Exits with 1 when a step is over its budget.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = process.argv[2] ?? join(import.meta.dirname, '..', 'dist');
const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8'));

const ENTRY = 'index.html';
const SIGNED_OUT = 'src/app/signed-out.tsx';
const SIGNED_IN = 'src/app/signed-in.tsx';
const ENGINE = 'engine/src/index.ts';
const ELEMENT = 'embed/src/viewer/overlook-viewer.ts';
const ELEMENT_ENGINE = 'engine/src/viewer.ts';
const BASE_MAP = 'engine/src/basemap/maplibre-basemap.ts';

/**
 * Files that a chunk names but does not wait for: the picture beside the form, which wide windows load later, and the
 * readers of local point files and models, which are loaded when one is opened.
 */
const isLater = (file) => /login-picture|local-cloud-worker|own-model-worker/.test(file);

/** The chunk of a source file, by its key in the manifest. */
function chunk(key) {
  const found = manifest[key];
  if (!found) throw new Error(`The build has no chunk for ${key}; has it moved?`);
  return found;
}

/** Files that are loaded with a chunk: itself, its static imports, their styles and assets. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return new Set();
  seen.add(key);
  const { file, imports = [], css = [], assets = [] } = chunk(key);
  const own = [file, ...css, ...assets].filter((name) => !isLater(name));
  return new Set([...own, ...imports.flatMap((name) => [...filesOf(name, seen)])]);
}

const union = (...sets) => new Set(sets.flatMap((set) => [...set]));
const without = (set, ...others) => new Set([...set].filter((file) => !others.some((other) => other.has(file))));

const entry = union(new Set([ENTRY]), filesOf(ENTRY));
const login = union(entry, filesOf(SIGNED_OUT));
const signedIn = union(entry, filesOf(SIGNED_IN));
const engine = without(filesOf(ENGINE), signedIn);
const element = union(filesOf(ELEMENT), filesOf(ELEMENT_ENGINE));
// The map's worker and the files that it fetches are not in the manifest.
const mapWorker = (await readdir(join(dist, 'assets')))
  .filter((name) => /^(map-worker|countries-50m)-[^.]+\.\w+$/.test(name))
  .map((name) => join('assets', name));
if (mapWorker.length !== 2)
  throw new Error(`The map has ${mapWorker.length} files beside its chunks, not its worker and its world.`);
const baseMap = without(union(filesOf(BASE_MAP), new Set(mapWorker)), signedIn, engine);

/** Largest sizes in kB (1000 bytes), compressed. */
const STEPS = [
  { name: 'login: all before sign-in', files: login, budget: 151 },
  { name: 'engine: without MapLibre and React', files: engine, budget: 325 },
  { name: 'first tile: all that it waits for', files: union(signedIn, engine), budget: 732 },
  { name: 'element: before its first tile', files: element, budget: 343 },
  { name: 'base map: MapLibre and the world, beside', files: baseMap, budget: 683 },
];

async function kilobytes(file) {
  const bytes = await readFile(join(dist, file));
  return Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length) / 1000;
}

let isOver = false;
for (const { name, files, budget } of STEPS) {
  const sizes = await Promise.all([...files].map(async (file) => ({ file, size: await kilobytes(file) })));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const verdict = total <= budget ? 'ok  ' : 'OVER';
  console.log(`${verdict} ${name.padEnd(42)} ${total.toFixed(1).padStart(7)} of ${budget} kB`);
  if (total <= budget) continue;
  isOver = true;
  for (const { file, size } of sizes.toSorted((a, b) => b.size - a.size))
    console.log(`     ${size.toFixed(1).padStart(7)}  ${file}`);
}
process.exitCode = isOver ? 1 : 0;
