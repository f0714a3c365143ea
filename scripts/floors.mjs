/**
 * The folders of each part of the code from the lowest floor to the highest; those in a list share a floor. A folder may import from
 * the floors below it only, types included, so that each can be read, tested and replaced without those above. Tests, and helpers in folders
 * called `testing`, may import from everywhere. Prints the arrows between the folders when it is run:
 * `node scripts/floors.mjs [part…]`.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './pnpm.mjs';

/** Part → its folders, and files that lie beside them, from below. */
export const FLOORS = {
  'web/engine/src': [
    'library-types.ts',
    ['emitter.ts', 'late.ts'],
    'geometry',
    'view',
    'content',
    'packaged',
    'render',
    'tiles',
    'camera',
    'panorama',
    'overlays',
    'basemap',
    'picking',
    'tools',
    'snapping',
    'profile',
    'section',
    'areas',
    'photos',
    'stage',
    'viewer.ts',
    'deck.ts',
    'added-layers.ts',
    'index.ts',
  ],
  'web/embed/src': ['controls', 'layers', 'links', 'site', 'viewer', 'deck', 'packages'],
  'web/src': ['service-worker', 'state', ['api', 'ui'], 'parts', 'features', 'app', 'visit', 'layer-check', 'main.tsx'],
  'server/src': [
    ['env-values.ts', 'secret-files.ts'],
    'env.ts',
    'escape-html.ts',
    'errors',
    'services',
    'process',
    'sessions',
    'storage',
    'pointclouds',
    'publish',
    'backup',
    'meshes',
    'context.ts',
    'http',
    'trpc',
    'domains',
    'files',
    'api-router',
    'rest',
    'demo',
    'app.ts',
    'cli',
    'start',
    ['cli.ts', 'main.ts'],
  ],
  'server/src/publish': [
    'bounds.ts',
    'in-parallel.ts',
    'readable-file.ts',
    'import-request.ts',
    'store',
    'archives',
    'formats',
    'contents',
    'check',
    'object-tree',
    'convert',
    'points',
    'photos',
    'site-plan',
    'fit',
    'place',
    'register',
    'import',
  ],
  'server/src/domains': [
    'members',
    'access',
    'organisation',
    'auth',
    'users',
    'roles',
    'teams',
    'audit',
    'feedback',
    'grids',
    'layers',
    'models',
    'captures',
    'measurements',
    'cad',
    'view-grants',
    'attachments',
    'snapshots',
    'sites',
    'managed-sites',
    'uploads',
    'mocs',
    'exports',
    'instance',
  ],
  'shared/src': [
    'maths',
    'shapes',
    'drawings',
    'config',
    'measurements',
    'format',
    'permissions',
    'messages',
    'schemas',
    'xml',
    'points',
    'point-files',
    'tiles3d',
    'gltf',
    'archives',
    'crs',
    'photo-tags',
    'signed-addresses',
    'meshes',
    'mocs',
    'volumes',
    'uploads',
  ],
};

/** Folders whose folders stand side by side: none imports another, but those named here. */
export const WALLS = {
  'web/src/features': [],
  'web/src/features/viewer': [],
  'web/src/features/settings': ['parts'],
};

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
const isOwn = (name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name) && !name.split(sep).includes('testing');

/** The folder of a file of a part, or the file where it lies beside the folders. */
const roomOf = (part, file) => relative(join(ROOT, part), file).split(sep)[0];

const filesOf = (part) =>
  readdirSync(join(ROOT, part), { recursive: true })
    .filter(isOwn)
    .map((name) => join(ROOT, part, name));

/** The folders and loose files of a part. */
export const roomsOf = (part) => [...new Set(filesOf(part).map((file) => roomOf(part, file)))];

/** Each import from one room of a part into another: `{ file, from, to }`. */
export function arrowsOf(part) {
  const inPart = join(ROOT, part) + sep;
  return filesOf(part).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, path]) => resolve(dirname(file), path))
      .filter((target) => target.startsWith(inPart) && isOwn(target.slice(inPart.length)) && existsSync(target))
      .map((target) => ({ file: relative(ROOT, file), from: roomOf(part, file), to: roomOf(part, target) }))
      .filter(({ from, to }) => from !== to),
  );
}

/** The arrows that lead up, or from or to a room without a floor. */
export function backArrows(floors, arrows) {
  const levelOf = (room) => floors.findIndex((floor) => [floor].flat().includes(room));
  return arrows.filter(({ from, to }) => levelOf(to) < 0 || levelOf(to) >= levelOf(from));
}

/** The arrows from one folder into another that walls forbid. */
export const throughWalls = (shared, arrows) => arrows.filter(({ to }) => !shared.includes(to));

function print(part) {
  const arrows = arrowsOf(part);
  const floors = FLOORS[part].flat();
  const width = Math.max(...floors.map(({ length }) => length));
  console.log(part);
  for (const floor of floors) {
    const below = floors.filter((to) => arrows.some((arrow) => arrow.from === floor && arrow.to === to));
    console.log(`  ${floor.padEnd(width)} → ${below.join(', ') || '(nothing)'}`);
  }
  const back = backArrows(FLOORS[part], arrows);
  for (const { file, to } of back) console.log(`  back: ${file} → ${to}`);
  console.log(`  ${back.length} back arrows`);
  return back.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parts = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(FLOORS);
  // Each part is printed, whichever fails.
  if (parts.map(print).includes(false)) process.exitCode = 1;
}
