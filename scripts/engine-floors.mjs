/**
 * The folders of `web/src/engine` from the lowest floor to the highest. A folder may import from the floors below it
 * only, so that each can be read, tested and replaced without those above. Prints the arrows between the folders when it
 * is run: `node scripts/engine-floors.mjs`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './pnpm.mjs';

export const FLOORS = [
  'geometry',
  'view',
  'content',
  'render',
  'tiles',
  'camera',
  'panorama',
  'overlays',
  'basemap',
  'picking',
  'tools',
  'profile',
  'section',
  'areas',
  'photos',
  'stage',
];

const ENGINE = join(ROOT, 'web/src/engine');

const folderOf = (file) => file.slice(ENGINE.length + 1).split(sep)[0];

/** Each import from one folder of the engine into another, tests included: `{ file, from, to }`. */
export function engineArrows() {
  const files = readdirSync(ENGINE, { recursive: true })
    .filter((name) => name.includes(sep) && name.endsWith('.ts'))
    .map((name) => join(ENGINE, name));
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
      .map(([, path]) => resolve(dirname(file), path))
      .filter((target) => target.startsWith(ENGINE + sep) && target.slice(ENGINE.length + 1).includes(sep))
      .map((target) => ({ file: file.slice(ROOT.length + 1), from: folderOf(file), to: folderOf(target) }))
      .filter(({ from, to }) => from !== to),
  );
}

/** The arrows that lead to the same floor or up, or to a folder without a floor. */
export const backArrows = (arrows) =>
  arrows.filter(
    ({ from, to }) => !FLOORS.includes(from) || !FLOORS.includes(to) || FLOORS.indexOf(to) >= FLOORS.indexOf(from),
  );

function print() {
  const arrows = engineArrows();
  for (const floor of FLOORS) {
    const below = FLOORS.filter((to) => arrows.some((arrow) => arrow.from === floor && arrow.to === to));
    console.log(`${floor.padEnd(9)} → ${below.join(', ') || '(nothing)'}`);
  }
  const back = backArrows(arrows);
  for (const { file, to } of back) console.log(`back: ${file} → ${to}`);
  console.log(`${back.length} back arrows`);
  return back.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !print()) process.exitCode = 1;
