/**
 * Measures cropping of a stored point cloud on one thread, by boxes of three sizes: points read and found per second,
 * and thinning.
 *
 *   npx tsx bench/points-crop.ts --store DIR [--boxes 20]   (in server)
 *
 * DIR is a store, for example one that `bench/points-build.ts` has kept with KEEP. Boxes lie around random points of
 * the cloud and are turned at random. "read" are the points of the nodes that a box touches. Rates are given by wall
 * time and by processor time, because other work on the machine affects the first. The estimate is timed as well.
 */
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeCountGrid, estimatePoints } from '@overlook/shared/points';
import type { ExportBox } from '@overlook/shared/schemas';
import { cropCloud } from '../src/pointclouds/crop/crop-cloud.ts';
import { openFrame } from '../src/pointclouds/open-frame.ts';
import { openPointStore } from '../src/pointclouds/store/open-store.ts';
import { STORE_FILES } from '../src/pointclouds/store/store-index.ts';
import { randomFrom } from '../src/pointclouds/testing/random-records.ts';

const { values } = parseArgs({ options: { store: { type: 'string' }, boxes: { type: 'string', default: '20' } } });
const folder = values.store;
if (folder === undefined) throw new Error('Give --store.');
const store = await openPointStore(folder);
const { description } = store;
const frame = openFrame(description.frame);
const random = randomFrom(8);

function randomBox([sizeX, sizeY, sizeZ]: readonly [number, number, number]): ExportBox {
  const columns = store.readNode(store.nodes[Math.floor(random() * store.nodes.length)]!);
  const point = Math.floor(random() * columns.count);
  const integers = [columns.x[point]!, columns.y[point]!, columns.z[point]!];
  const ecef = new Float64Array(3);
  frame.toEcef(
    integers.map((value, axis) => value * description.scale[axis]! + description.offset[axis]!),
    ecef,
  );
  return { centerX: ecef[0]!, centerY: ecef[1]!, centerZ: ecef[2]!, sizeX, sizeY, sizeZ, degrees: random() * 360 };
}

const millions = (count: number) => (count / 1e6).toFixed(2);

async function measure(name: string, boxes: readonly (ExportBox | null)[], densityM: number): Promise<void> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  let [read, found] = [0, 0];
  for (const box of boxes) {
    let readOfBox = 0;
    found += await cropCloud(store, frame, box, densityM, () => {}, {
      onProgress: ({ pointsRead }) => (readOfBox = pointsRead),
    });
    read += readOfBox;
  }
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuSeconds = (user + system) / 1e6;
  const rate = (count: number) => `${millions(count / seconds)} (${millions(count / cpuSeconds)} by processor) M/s`;
  console.log(
    `${name}: read ${millions(read)} M, found ${millions(found)} M, ${rate(read)} read, ${rate(found)} found`,
  );
}

console.log(`${description.points} points, ${store.nodes.length} nodes, load ${loadavg()[0]!.toFixed(1)}`);
const sizes = [
  [4, 2.8, 2],
  [20, 14, 10],
  [60, 42, 30],
] as const;
for (const size of sizes) {
  const boxes = Array.from({ length: Number(values.boxes) }, () => randomBox(size));
  await measure(size.join(' × '), boxes, 0);
}
await measure('whole cloud', [null], 0);
for (const densityM of [0.005, 0.02, 0.1]) await measure(`whole cloud at ${densityM * 1000} mm`, [null], densityM);
const gridPath = join(folder, STORE_FILES.grid);
if (existsSync(gridPath)) {
  const grid = decodeCountGrid(readFileSync(gridPath));
  for (const size of sizes) {
    const boxes = Array.from({ length: 200 }, () => randomBox(size));
    const times = boxes.map((box) => {
      const start = performance.now();
      estimatePoints(grid, box, grid.densities[0]!);
      return performance.now() - start;
    });
    times.sort((a, b) => a - b);
    console.log(
      `estimate ${size.join(' × ')}: ${times[100]!.toFixed(2)} ms, at most ${times[199]!.toFixed(2)}; ${grid.x.length} cells`,
    );
  }
}
console.log(`load ${loadavg()[0]!.toFixed(1)}, memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
store.close();
