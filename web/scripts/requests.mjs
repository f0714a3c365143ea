/**
 * Measures which tiles the engine requests, and in which order, without a browser: bytes of five views from the ground,
 * and of walks.
 *
 *   npx tsx ../web/scripts/requests.mjs <folder of a tileset of the demo site>    (in e2e)
 *
 * The link gives one tile after the other, the highest priority first. Counts only, so that a busy machine does not matter. Another
 * version of the engine is measured by the same script in its own folder.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ecefToLla, enuFrame } from '@overlook/shared/maths';
import { readTileset } from '../src/engine/tiles/external-tiles.ts';
import { Selector } from '../src/engine/tiles/selection.ts';
import { cameraFrame } from '../src/engine/view/camera-frame.ts';

const folder = process.argv[2];
if (!folder) throw new Error('The folder of a tileset is needed.');
const THRESHOLD_PX = 22;
const BYTES_PER_TICK = (30e6 / 8) * 0.1;
/** Within this of the middle of the view one looks. */
const MIDDLE_COS = Math.cos(15 / (180 / Math.PI));
const file = path.resolve(folder, 'tileset.json');
const json = JSON.parse(readFileSync(file, 'utf8'));
// The site's frame is that of its tileset.
const frame = enuFrame(ecefToLla(json.root.transform.slice(12, 15)));
const open = () => readTileset(json, pathToFileURL(file).href, { ecefToEnu: frame.fromEcef }, frame.fromEcef);
const bytesOf = ({ urls }) => urls.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);

/** Standing on the ground around the middle of the site, looking across it. */
const PLACES = [
  [[-120, -90, 2], 50],
  [[0, -60, 2], 0],
  [[70, 20, 2], 280],
  [[-40, 60, 3], 160],
  [[110, -110, 2], 320],
];
function viewAt(positionEnu, headingDeg, isMoving) {
  const heading = (headingDeg * Math.PI) / 180;
  const direction = [Math.sin(heading), Math.cos(heading), 0];
  return { ...cameraFrame({ positionEnu, direction, up: [0, 0, 1] }, 1440, 900, 1, 1e5), isMoving };
}

let selections = 0;
function wantedOf(root, view) {
  const selector = new Selector();
  selector.select(root, view, THRESHOLD_PX, ++selections);
  return [...selector.wanted].sort((a, b) => b.priority - a.priority);
}

/** Fetches until a view is complete, or the bytes are used up. Reports each tile. */
function fetchFor(root, view, bytes = Infinity, onTile = () => undefined) {
  let sum = 0;
  for (;;) {
    const [tile] = wantedOf(root, view);
    if (!tile || sum >= bytes) return sum;
    sum += bytesOf(tile);
    tile.state = 'ready';
    onTile(wantedOf(root, view), sum);
  }
}

function isInMiddle({ volume: { cx, cy, cz, radius } }, view) {
  const [x, y, z] = [cx - view.x, cy - view.y, cz - view.z];
  return (x * view.dx + y * view.dy + z * view.dz + radius) / (Math.hypot(x, y, z) + radius) > MIDDLE_COS;
}

const rows = PLACES.map(([place, headingDeg], i) => {
  const still = open();
  const view = viewAt(place, headingDeg, false);
  let sharpBytes = 0;
  const allBytes = fetchFor(still, view, Infinity, (left, sum) => {
    if (left.some((tile) => isInMiddle(tile, view) && tile.distance < 150)) sharpBytes = 0;
    else sharpBytes ||= sum;
  });
  const walked = open();
  let walkBytes = 0;
  for (let tick = 0; tick < 100; tick++) {
    const share = tick / 100;
    const at = [place[0] * (1 - 2 * share), place[1] * (1 - 2 * share), place[2]];
    walkBytes += fetchFor(walked, viewAt(at, headingDeg + 90 * share, true), BYTES_PER_TICK);
  }
  const restBytes = fetchFor(walked, viewAt([-place[0], -place[1], place[2]], headingDeg + 90, false));
  return { view: i + 1, sharpBytes, allBytes, walkBytes, restBytes };
});
console.table(
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v > 100 ? +(v / 1e6).toFixed(2) : v]))),
);
const sum = (key) => (rows.reduce((total, row) => total + row[key], 0) / 1e6).toFixed(2);
console.log(
  `MB: sharp in the middle ${sum('sharpBytes')}, all ${sum('allBytes')}, walks ${sum('walkBytes')}, rest ${sum('restBytes')}`,
);
