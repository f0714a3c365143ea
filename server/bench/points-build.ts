/**
 * Measures the build of a point cloud: seconds and resident memory of each step, peak disk use, and bytes per point of
 * tiles and store.
 *
 * `npx tsx bench/points-build.ts [points]` in the folder of the server: a generated plant of this many points
 * (10,000,000), as one LAS file in a folder that is removed at the end. `THREADS=1` builds with one thread,
 * `FILE=cloud.las` takes a file that exists or all files of a folder, `KEEP=folder` puts the file and the result there
 * and leaves them.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCloud } from '../src/publish/points/build/build-cloud.ts';
import type { BuildProgress } from '../src/publish/points/build/build-progress.ts';
import { findPointFiles } from '../src/publish/points/find-point-files.ts';
import { openPointSource } from '../src/publish/points/open-source.ts';
import { writeMadeLas } from '../src/publish/points/testing/made-las.ts';
import { scannedPlant } from './scanned-plant.ts';
import { UTM_32 } from '../src/publish/points/testing/utm-32.ts';

async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const file of files) bytes += (await stat(path.join(file.parentPath, file.name))).size;
  return { bytes, files: files.length };
}

/** Bytes that the files of a folder take on the disk: its temporary files are sparse. */
async function diskBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  // Files that are removed while they are counted use no space.
  const blocks = files.map((file) =>
    stat(path.join(file.parentPath, file.name)).then(
      ({ blocks }) => blocks,
      () => 0,
    ),
  );
  return (await Promise.all(blocks)).reduce((sum, ofFile) => sum + ofFile * 512, 0);
}

/** Reads the bytes repeatedly until it is stopped; returns the largest value. */
function watchDisk(folder: string): () => number {
  let most = 0;
  const look = async () => (most = Math.max(most, await diskBytes(folder)));
  // A folder that is removed while it is read is read again later.
  const timer = setInterval(() => void look().catch(() => {}), 1000).unref();
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Builds in this process and reports the measurements to the parent. */
async function build(cloud: string, outFolder: string): Promise<void> {
  const { files } = (await findPointFiles(cloud))!;
  const source = await openPointSource(files[0]!.path, files[0]!.name);
  await source.close();
  const steps: { step: string; start: number; mostBytes: number }[] = [];
  const watch = () => {
    const last = steps.at(-1);
    if (last) last.mostBytes = Math.max(last.mostBytes, process.memoryUsage.rss());
  };
  const onProgress = ({ step }: BuildProgress) => {
    if (steps.at(-1)?.step !== step) steps.push({ step, start: performance.now(), mostBytes: 0 });
    watch();
  };
  setInterval(watch, 50).unref();
  const rules = { frame: UTM_32, grid: source.facts.grid, reprojectedFrom: null };
  const threads = Number(process.env['THREADS'] ?? 2);
  const { description } = await buildCloud({ files, rules, outFolder, workFolder: outFolder, onProgress, threads });
  const ends = [...steps.slice(1).map(({ start }) => start), performance.now()];
  const seconds = steps.map(
    ({ step, start, mostBytes }, index) => [step, (ends[index]! - start) / 1000, mostBytes / 2 ** 20] as const,
  );
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const cpuSeconds = (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const report = { points: description.points, nodes: description.nodes, seconds, peakMb, cpuSeconds };
  process.send!(report, undefined, undefined, () => process.exit(0));
}

interface Report {
  points: number;
  nodes: number;
  /** Step, seconds, resident memory at its highest, MiB. */
  seconds: [string, number, number][];
  peakMb: number;
  cpuSeconds: number;
}

async function main(points: number): Promise<void> {
  const kept = process.env['KEEP'];
  const work = kept ?? (await mkdtemp(path.join(tmpdir(), 'overlook-points-')));
  await mkdir(work, { recursive: true });
  try {
    const cloud = process.env['FILE'] ?? path.join(work, `plant-${points}.las`);
    if (!existsSync(cloud))
      await writeMadeLas(cloud, { points, offset: [500_000, 5_000_000, 100], pointAt: scannedPlant(points) });
    const out = path.join(work, 'out');
    await rm(out, { recursive: true, force: true });
    await mkdir(out);
    const load = loadavg()[0]!.toFixed(1);
    const endOfDisk = watchDisk(out);
    const report = await new Promise<Report>((resolve, reject) => {
      const child = fork(fileURLToPath(import.meta.url), ['build', cloud, out], { stdio: 'inherit' });
      child.once('message', (message) => resolve(message as Report));
      child.once('exit', (code) => reject(new Error(`The build ended with ${code}.`)));
    });
    const mostDisk = endOfDisk();
    const total = report.seconds.reduce((sum, [, seconds]) => sum + seconds, 0);
    const [tiles, store] = [await sizeOf(path.join(out, 'tiles')), await sizeOf(path.join(out, 'store'))];
    const aPoint = ({ bytes }: { bytes: number }) => (bytes / report.points).toFixed(2);
    console.log(
      report.seconds.map(([step, seconds, mb]) => `${step} ${seconds.toFixed(1)} s ${mb.toFixed(0)} MB`).join(', '),
    );
    console.log(
      `${report.points} points in ${total.toFixed(1)} s, ${(report.points / total / 1e6).toFixed(2)} Mpoints/s, ` +
        `${report.cpuSeconds.toFixed(0)} CPU seconds, ${report.peakMb.toFixed(0)} MB, ` +
        `${(mostDisk / 1e9).toFixed(1)} GB of disk, ${report.nodes} nodes, ` +
        `tiles ${aPoint(tiles)} and store ${aPoint(store)} bytes a point, ${tiles.files} files; load before ${load}`,
    );
  } finally {
    if (kept === undefined) await rm(work, { recursive: true, force: true });
  }
}

const [step, ...args] = process.argv.slice(2);
if (step === 'build' && process.send) await build(args[0]!, args[1]!);
else await main(Number(step ?? 10_000_000));
