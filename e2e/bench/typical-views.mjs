/**
 * What five typical views of the demo plant take, without a browser: tiles and their bytes on the link (compressed with brotli, as the server
 * sends them), draw calls, triangles, bytes of geometry, and how often each pixel is drawn on.
 *
 *   npx tsx bench/typical-views.mjs <folder of a tileset of the demo site>    (in e2e)
 *
 * 1440 × 900 CSS pixels. Tiles are counted when a view has all that it asks for, from nothing, with what is hidden left out.
 */
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DepthPicture, countsOf } from './depth-picture.mjs';
import { Opened, viewOf } from './opened-tileset.mjs';
import { TYPICAL_POSES } from './typical-poses.mjs';

const folder = process.argv[2];
if (!folder) throw new Error('The folder of a tileset is needed.');
const linkBytes = ({ urls }) =>
  urls.reduce((sum, url) => {
    const file = fileURLToPath(url);
    return sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  }, 0);

const rows = Object.entries(TYPICAL_POSES).map(([name, pose]) => {
  const view = viewOf(pose);
  const opened = new Opened(folder, true);
  const tiles = [];
  opened.fetch(view, Infinity, (tile) => tiles.push(tile));
  const items = opened.drawn(view);
  const picture = new DepthPicture(view, 1);
  picture.draw(items);
  const counts = items.map(({ tile }) => countsOf(tile));
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  return {
    view: name,
    'tiles fetched': tiles.length,
    'MB on the link': +(tiles.reduce((total, tile) => total + linkBytes(tile), 0) / 1e6).toFixed(2),
    'draw calls': sum('draws'),
    'thousand triangles': Math.round(sum('triangles') / 1000),
    'MB of geometry': +(sum('bytes') / 1e6).toFixed(2),
    'surfaces a pixel': +(picture.drawn / picture.covered).toFixed(2),
    'of them drawn': +(picture.passed / picture.covered).toFixed(2),
  };
});
console.table(rows);
