/**
 * Measures which tiles the engine requests, and in which order, without a browser: bytes of five views from the ground,
 * and of walks.
 *
 *   npx tsx bench/requests.mjs <folder of a tileset of the demo site> [--without-occlusion]    (in e2e)
 *
 * The link gives one tile after the other, the highest priority first. What is hidden is known from pictures of the depth,
 * which are drawn here. Only counts, so that a busy machine does not matter. Another version of the engine is measured by the
 * same script in its own folder.
 */
import { BYTES_PER_TICK, Opened, viewOf } from './opened-tileset.mjs';
import { standing } from './typical-poses.mjs';

const folder = process.argv[2];
if (!folder) throw new Error('The folder of a tileset is needed.');
const open = () => new Opened(folder, !process.argv.includes('--without-occlusion'));
/** Within this of the middle of the view one looks. */
const MIDDLE_COS = Math.cos(15 / (180 / Math.PI));

/** Standing on the ground around the middle of the site, looking across it. */
const PLACES = [
  [[-120, -90, 2], 50],
  [[0, -60, 2], 0],
  [[70, 20, 2], 280],
  [[-40, 60, 3], 160],
  [[110, -110, 2], 320],
];

function isInMiddle({ volume: { cx, cy, cz, radius } }, view) {
  const [x, y, z] = [cx - view.x, cy - view.y, cz - view.z];
  return (x * view.dx + y * view.dy + z * view.dz + radius) / (Math.hypot(x, y, z) + radius) > MIDDLE_COS;
}

const rows = PLACES.map(([place, headingDeg], i) => {
  const still = open();
  const view = viewOf(standing(place, headingDeg));
  let sharpBytes = 0;
  const allBytes = still.fetch(view, Infinity, (_tile, sum) => {
    if (still.wanted(view).some((tile) => isInMiddle(tile, view) && tile.distance < 150)) sharpBytes = 0;
    else sharpBytes ||= sum;
  });
  const walked = open();
  let walkBytes = 0;
  for (let tick = 0; tick < 100; tick++) {
    const share = tick / 100;
    const at = [place[0] * (1 - 2 * share), place[1] * (1 - 2 * share), place[2]];
    walkBytes += walked.fetch(viewOf(standing(at, headingDeg + 90 * share), true), BYTES_PER_TICK);
  }
  const restBytes = walked.fetch(viewOf(standing([-place[0], -place[1], place[2]], headingDeg + 90)));
  return { view: i + 1, sharpBytes, allBytes, walkBytes, restBytes };
});
console.table(
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v > 100 ? +(v / 1e6).toFixed(2) : v]))),
);
const sum = (key) => (rows.reduce((total, row) => total + row[key], 0) / 1e6).toFixed(2);
console.log(
  `MB: sharp in the middle ${sum('sharpBytes')}, all ${sum('allBytes')}, walks ${sum('walkBytes')}, rest ${sum('restBytes')}`,
);
