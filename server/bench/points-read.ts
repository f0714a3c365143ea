/**
 * Measures how fast files of points are read into records: million points per second, by wall time and by processor
 * time, which depends little on other work of the machine; and memory.
 *
 * `npx tsx bench/points-read.ts` in the folder of the server reads generated files of `POINTS=5000000` points (LAS,
 * E57, PTS) and the sample files for LAZ and COPC; `npx tsx bench/points-read.ts FILE…` reads these.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { POINT_WRITERS } from '../src/pointclouds/formats-out/create-writer.ts';
import { openE57 } from '../src/publish/points/formats/e57/open-e57.ts';
import { openLas } from '../src/publish/points/formats/las/open-las.ts';
import type { OpenPointSource } from '../src/publish/points/formats/point-source.ts';
import { openPts } from '../src/publish/points/formats/pts.ts';
import { writeMadeLas } from '../src/publish/points/testing/made-las.ts';
import { hasSampleFile, sampleFile } from '../src/publish/testing/sample-data.ts';

const POINTS = Number(process.env['POINTS'] ?? 5_000_000);
/** A file is read repeatedly until this time has passed; the fastest run counts. */
const SECONDS = 6;

const OPENERS: readonly [RegExp, OpenPointSource][] = [
  [/\.(las|laz)$/i, openLas],
  [/\.e57$/i, openE57],
  [/\.pts$/i, openPts],
];

async function measure(file: string): Promise<void> {
  const open = OPENERS.find(([name]) => name.test(file))?.[1];
  if (!open) throw new Error(`${file} is of no format that is measured.`);
  const begun = performance.now();
  let [fastest, leastCpu, points, runs] = [Infinity, Infinity, 0, 0];
  while (runs < 2 || performance.now() - begun < SECONDS * 1000) {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const source = await open(file, path.basename(file));
    points = 0;
    await source.read(0, source.facts.parts, (_, count) => void (points += count));
    await source.close();
    fastest = Math.min(fastest, performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    leastCpu = Math.min(leastCpu, (user + system) / 1000);
    runs++;
  }
  const rate = (points / fastest / 1000).toFixed(2);
  const ofCpu = (points / leastCpu / 1000).toFixed(2);
  const bytes = ((await stat(file)).size / points).toFixed(1);
  const rss = (process.memoryUsage.rss() / 2 ** 20).toFixed(0);
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${path.basename(file)}: ${points} points, ${bytes} B each, ${rate} Mpoints/s, ${ofCpu} a CPU second, RSS ${rss} MB, load ${load}`,
  );
}

/** The same points in each format that can be written. */
async function makeFiles(folder: string): Promise<string[]> {
  const las = (format: number) => path.join(folder, `made-${format}.las`);
  for (const format of [3, 6, 7]) await writeMadeLas(las(format), { points: POINTS, format });
  const source = await openLas(las(7), 'made');
  const [e57, pts] = [path.join(folder, 'made.e57'), path.join(folder, 'made.pts')];
  const facts = {
    grid: source.facts.grid,
    coordinateSystem: { name: 'made', wkt: null },
    fields: { color: true, intensity: true, returns: false },
    isColor8Bit: false,
    intensityBits: 16,
    gpsTimes: null,
    title: 'made',
  };
  for (const writer of [POINT_WRITERS.E57(e57, facts), POINT_WRITERS.PTS(pts, facts)]) {
    await source.read(0, source.facts.parts, (records, count) => writer.write(records, count));
    writer.finish();
  }
  await source.close();
  return [las(3), las(6), las(7), e57, pts];
}

const SAMPLES = [
  'las/autzen_trim.laz',
  'copc/lone-star.copc.laz',
  'copc/ellipsoid.copc.laz',
  'e57/pumpAVisualReferenceImage.e57',
  'e57/bunnyDouble.e57',
].map((name) => `pointclouds/${name}`);

const named = process.argv.slice(2);
if (named.length > 0) {
  for (const file of named) await measure(file);
} else {
  const folder = await mkdtemp(path.join(tmpdir(), 'points-read-'));
  try {
    for (const file of await makeFiles(folder)) await measure(file);
    for (const name of SAMPLES.filter(hasSampleFile)) await measure(sampleFile(name));
  } finally {
    await rm(folder, { recursive: true });
  }
}
