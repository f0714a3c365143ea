/**
 * Measures an estimate on the server: reading and decoding the count grid of a cloud, looking into it, and the same
 * again with the cached grid.
 *
 *   npx tsx bench/points-estimate.ts [--bits 7.33]   (in server)
 *
 * The grid is a full cube with 2^bits cells along a side; 7.33 is the largest grid of a cloud: 4.2 million cells, at
 * five densities. Prints medians of milliseconds of the thread that answers requests, and memory.
 */
import { toMat4 } from '@overlook/shared/maths';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CountGrid, decodeCountGrid, encodeCountGrid, estimatePoints } from '@overlook/shared/points';
import type { ExportBox } from '@overlook/shared/schemas';
import { createCountGrids } from '../src/pointclouds/count-grids.ts';

const RUNS = 7;
const DENSITIES = [0.0025, 0.005, 0.01, 0.02, 0.05];
/** Metres. */
const CELL = 0.5;
const BOX: ExportBox = { centerX: 6_378_137, centerY: 0, centerZ: 0, sizeX: 20, sizeY: 14, sizeZ: 10, degrees: 30 };

/** Cells with some hundreds of points, around the middle of the box. */
function fullCube(side: number): CountGrid {
  const cells = side ** 3;
  const axis = (step: number) => Uint16Array.from({ length: cells }, (_, i) => Math.floor(i / step) % side);
  const shift = [BOX.centerX, BOX.centerY, BOX.centerZ].map((at) => side / 2 - at / CELL);
  const ecefToCell = toMat4([1 / CELL, 0, 0, 0, 0, 1 / CELL, 0, 0, 0, 0, 1 / CELL, 0, ...shift, 1]);
  const counts = DENSITIES.map((_, at) => Uint32Array.from({ length: cells }, (__, i) => ((i * 7919) % 900) >> at));
  return { ecefToCell, cellM: CELL, densities: DENSITIES, x: axis(1), y: axis(side), z: axis(side * side), counts };
}

async function median(work: () => unknown): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return `${times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!.toFixed(1)} ms`;
}

const { values } = parseArgs({ options: { bits: { type: 'string', default: '7.33' } } });
const folder = await mkdtemp(path.join(tmpdir(), 'overlook-estimate-'));
try {
  const side = Math.round(2 ** Number(values.bits));
  const file = path.join(folder, 'grid.bin');
  await writeFile(file, encodeCountGrid(fullCube(side)));
  const read = () => readFile(file);
  const bytes = await read();
  const grid = decodeCountGrid(bytes);
  const look = (one: CountGrid) => estimatePoints(one, BOX, DENSITIES[0]!);
  console.log(`${side ** 3} cells, ${(bytes.length / 2 ** 20).toFixed(1)} MB, load ${loadavg()[0]!.toFixed(1)}`);
  console.log(`read ${await median(() => readFile(file))}, decode ${await median(() => decodeCountGrid(bytes))}`);
  console.log(`look into a grid that is known ${await median(() => look(grid))}`);
  const anew = await median(async () => look(await createCountGrids().of(file, read)));
  const grids = createCountGrids();
  await grids.of(file, read);
  console.log(`whole estimate ${anew}, again ${await median(async () => look(await grids.of(file, read)))}`);
  console.log(`memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, load ${loadavg()[0]!.toFixed(1)}`);
} finally {
  await rm(folder, { recursive: true });
}
