/**
 * Measures writing points to files, in the process of the server's own code.
 *
 *   npx tsx bench/points-export.ts [--points 10000000] [--store DIR --density 0.005]   (in server)
 *
 * Without a store it measures the writers only: the same million records repeatedly, to E57, PTS and LAS. With one (a
 * folder below `<DATA_DIR>/files/pointclouds`) it exports the whole cloud: read, crop, thin and write. Prints seconds,
 * million points a second, seconds of processor, bytes a point and the peak of memory, with the load of the machine.
 * Each format runs in a process of its own.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EXPORT_FORMATS, type ExportFormat } from '@overlook/shared/config';
import type { ExportBox } from '@overlook/shared/schemas';
import { exportCloud } from '../src/pointclouds/export/export-cloud.ts';
import { POINT_WRITERS } from '../src/pointclouds/formats-out/create-writer.ts';
import { openFrame } from '../src/pointclouds/open-frame.ts';
import { RECORD_BYTES } from '../src/pointclouds/record.ts';
import { readDescription } from '../src/pointclouds/store/open-store.ts';
import { randomFrom, recordsAt } from '../src/pointclouds/testing/random-records.ts';

const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '10000000' },
    store: { type: 'string' },
    density: { type: 'string' },
    only: { type: 'string' },
  },
});
const MILLION = 1_000_000;
const BATCH = 65_536;

interface Written {
  readonly points: number;
  readonly sizeBytes: number;
}

/** Scanned surfaces, 200 m wide, at 1 mm. */
function plantRecords(): Uint8Array {
  const random = randomFrom(15);
  const place = (i: number) => [i % 200_000, Math.floor(random() * 150_000), Math.floor(random() * 14_000)];
  return recordsAt(MILLION, place, random);
}

async function writeOnly(format: ExportFormat, path: string): Promise<Written> {
  const records = plantRecords();
  const writer = POINT_WRITERS[format](path, {
    grid: { scale: [0.001, 0.001, 0.001], offset: [500_000, 5_800_000, 0] },
    coordinateSystem: { name: 'bench', wkt: null },
    fields: { color: true, intensity: true, returns: true },
    isColor8Bit: false,
    intensityBits: 16,
    gpsTimes: null,
    title: 'bench',
  });
  restart();
  for (let left = Number(values.points); left > 0;) {
    for (let from = 0; from < MILLION && left > 0; from += BATCH) {
      const count = Math.min(BATCH, MILLION - from, left);
      writer.write(records.subarray(from * RECORD_BYTES, (from + count) * RECORD_BYTES), count);
      left -= count;
    }
  }
  return writer.finish();
}

async function exportWhole(format: ExportFormat, path: string, store: string): Promise<Written> {
  const description = await readDescription(store);
  const middle = [0, 1, 2].map(
    (axis) =>
      ((description.minimum[axis]! + description.maximum[axis]!) / 2) * description.scale[axis]! +
      description.offset[axis]!,
  );
  const center = new Float64Array(3);
  openFrame(description.frame).toEcef(middle, center);
  const side = 10_000;
  const box: ExportBox = {
    centerX: center[0]!,
    centerY: center[1]!,
    centerZ: center[2]!,
    sizeX: side,
    sizeY: side,
    sizeZ: side,
    degrees: 0,
  };
  const density = values.density === undefined ? description.densities[0]! : Number(values.density);
  restart();
  const files = [{ format, path }];
  const { points, sizesBytes } = await exportCloud({
    store,
    moveEcef: null,
    box,
    density,
    coordinates: 'site',
    pointsMost: Infinity,
    title: 'bench',
    files,
  });
  return { points, sizeBytes: sizesBytes[0] ?? 0 };
}

let startMs = performance.now();
let startCpu = process.cpuUsage();
/** The preparation before this does not count. */
function restart(): void {
  startMs = performance.now();
  startCpu = process.cpuUsage();
}

async function run(format: ExportFormat): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'overlook-bench-'));
  try {
    const path = join(folder, `bench.${format.toLowerCase()}`);
    const { points, sizeBytes } = await (values.store
      ? exportWhole(format, path, values.store)
      : writeOnly(format, path));
    const seconds = (performance.now() - startMs) / 1000;
    const { user, system } = process.cpuUsage(startCpu);
    const peakMb = process.resourceUsage().maxRSS / 1024;
    console.log(
      `${format}  ${(points / 1e6).toFixed(1)} M points  ${seconds.toFixed(1)} s  ${(points / 1e6 / seconds).toFixed(1)} M/s  ` +
        `${((user + system) / 1e6).toFixed(1)} s of processor  ` +
        `${(sizeBytes / points).toFixed(1)} B a point  ${peakMb.toFixed(0)} MB peak  load ${loadavg()[0]!.toFixed(1)}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (values.only) await run(values.only as ExportFormat);
else
  for (const format of EXPORT_FORMATS) {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--only', format]);
    await new Promise((resolve) => child.once('exit', resolve));
  }
