/**
 * Measures which tiles the engine requests, and in which order, without a browser: bytes of five views from the ground,
 * and of walks.
 *
 *   npx tsx ../web/scripts/requests.mjs <folder of a tileset of the demo site> [--without-occlusion]    (in e2e)
 *
 * The link gives one tile after the other, the highest priority first. What is hidden is told by pictures of the depth, drawn here as
 * the GPU draws them. Counts only, so that a busy machine does not matter. Another
 * version of the engine is measured by the same script in its own folder.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ecefToLla, enuFrame } from '@overlook/shared/maths';
import { readTileset } from '../src/engine/tiles/external-tiles.ts';
import { standsOutMetres } from '../src/engine/tiles/hidden-tiles.ts';
import { Selector } from '../src/engine/tiles/selection.ts';
import { cameraFrame } from '../src/engine/view/camera-frame.ts';
import { DepthPicture } from './depth-picture.mjs';

const folder = process.argv[2];
const isOccluding = !process.argv.includes('--without-occlusion');
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

/** A tileset, and what is hidden in the newest picture of it. */
class Opened {
  root = open();
  #selector = new Selector();
  #hidden = new Set();

  /** What is wanted, the highest priority first. */
  wanted(view) {
    this.#selector.select(this.root, view, THRESHOLD_PX, ++selections, null, this.#hidden);
    return [...this.#selector.wanted].sort((a, b) => b.priority - a.priority);
  }

  /** Draws what there is, and asks what that hides. Whether it is something else than before. */
  draw(view) {
    if (!isOccluding) return false;
    this.wanted(view);
    const { draw, wanted, spared } = this.#selector;
    const picture = new DepthPicture(view);
    picture.draw(draw);
    const hidden = [...wanted, ...spared].filter((tile) => picture.hides(tile.volume, standsOutMetres(tile)));
    const isSame = hidden.length === this.#hidden.size && hidden.every((tile) => this.#hidden.has(tile));
    this.#hidden = new Set(hidden);
    return !isSame;
  }
}

/** Fetches until a view is complete, or the bytes are used up; draws ten times a second. Reports each tile. */
function fetchFor(opened, view, bytes = Infinity, onTile = () => undefined) {
  let sum = 0;
  let drawnAt = -Infinity;
  for (;;) {
    if (sum - drawnAt >= BYTES_PER_TICK) {
      opened.draw(view);
      drawnAt = sum;
    }
    const [tile] = opened.wanted(view);
    if (sum >= bytes) return sum;
    if (!tile) {
      if (opened.draw(view)) continue;
      return sum;
    }
    sum += bytesOf(tile);
    tile.state = 'ready';
    onTile(opened.wanted(view), sum);
  }
}

function isInMiddle({ volume: { cx, cy, cz, radius } }, view) {
  const [x, y, z] = [cx - view.x, cy - view.y, cz - view.z];
  return (x * view.dx + y * view.dy + z * view.dz + radius) / (Math.hypot(x, y, z) + radius) > MIDDLE_COS;
}

const rows = PLACES.map(([place, headingDeg], i) => {
  const still = new Opened();
  const view = viewAt(place, headingDeg, false);
  let sharpBytes = 0;
  const allBytes = fetchFor(still, view, Infinity, (left, sum) => {
    if (left.some((tile) => isInMiddle(tile, view) && tile.distance < 150)) sharpBytes = 0;
    else sharpBytes ||= sum;
  });
  const walked = new Opened();
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
