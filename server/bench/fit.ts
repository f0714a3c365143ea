/**
 * Measures the fit of a capture onto its neighbour: a store or a tileset is moved by 0.5 m east, 0.4 m south, 0.3 m up and 1°, and fitted.
 *
 *   npx tsx bench/fit.ts --scene <folder> --neighbour <folder>   (in server)
 *
 * A folder is that of an exact cloud (`store.json`) or of a tileset (`tileset.json`). Prints what was fitted, how far from its place the
 * scene is then where both lie in one place, seconds, processor seconds and the most memory.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openFrame } from '../src/pointclouds/open-frame.ts';
import { openPointStore } from '../src/pointclouds/store/open-store.ts';
import { fitScenes, type SceneFiles } from '../src/publish/fit/fit-scenes.ts';
import { cutTileset } from '../src/publish/site-plan/tile-cut.ts';
import { SourceFolder } from '../src/storage/source-folder.ts';

const isCloud = (folder: string) => existsSync(path.join(folder, 'store.json'));
const filesIn = (folder: string): SceneFiles =>
  isCloud(folder) ? { kind: 'cloud', folder } : { kind: 'tiles', versionFolder: folder, entry: 'tileset.json' };

/** A place in the scene, ECEF metres. */
async function pivotOf(folder: string): Promise<[number, number, number]> {
  if (!isCloud(folder)) {
    const [first] = await cutTileset(new SourceFolder(folder), 'tileset.json', { fineEnough: 0, mostTiles: 1 });
    return [first!.toEcef[12], first!.toEcef[13], first!.toEcef[14]];
  }
  const store = await openPointStore(folder);
  const { scale, offset, minimum, maximum, frame } = store.description;
  store.close();
  const ecef = new Float64Array(3);
  openFrame(frame).toEcef(
    scale.map((unit, axis) => ((minimum[axis]! + maximum[axis]!) / 2) * unit + offset[axis]!),
    ecef,
  );
  return [ecef[0]!, ecef[1]!, ecef[2]!];
}

const { scene, neighbour } = parseArgs({
  options: { scene: { type: 'string' }, neighbour: { type: 'string' } },
}).values;
if (!scene || !neighbour) throw new Error('Give --scene and --neighbour.');
const move = {
  pivotEcef: await pivotOf(scene),
  shiftM: [0.5, -0.4, 0.3] as [number, number, number],
  turnDeg: 1,
  tiltDeg: [0, 0] as const,
};
const [start, before] = [performance.now(), process.cpuUsage()];
const fit = await fitScenes({
  scene: { files: filesIn(scene), move },
  neighbour: { files: filesIn(neighbour), move: null },
  measureOnly: false,
});
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify(fit, null, 2));
if (fit.kind === 'fitted')
  console.log(
    `${(1000 * Math.hypot(...fit.move.shiftM)).toFixed(2)} mm and ${fit.move.turnDeg.toFixed(5)}° from the delivered place`,
  );
console.log(
  `${((performance.now() - start) / 1000).toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s, ` +
    `${Math.round(process.resourceUsage().maxRSS / 1024)} MB, load ${loadavg()[0]!.toFixed(1)}`,
);
