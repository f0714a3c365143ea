/**
 * Measures the import of CAD: time and peak memory of each step, and the size of the output relative to the input.
 *
 * `npx tsx bench/cad-import.ts [model.glb …]` in the folder of the server. Without files: Huldra and the Duplex models
 * where the sample data is, and a generated plant of 100,000 objects (`OBJECTS` for another number). `PARTS=300000`
 * makes a flat model of this many boxes instead, each with its own mesh, or with `SHARED=1` with one of a hundred
 * meshes.
 * With `KEEP=<folder>` the tiles of the last model are left there.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@overlook/db';
import { importSite } from '../src/publish/import/import-site.ts';
import { convertFiles } from '../src/publish/convert/convert-files.ts';
import { writeMadeParts } from './made-parts.ts';
import { writeMadePlant } from './made-plant.ts';

const AT = { longitude: 138.5, latitude: -34.9, height: 30 };

interface Cost {
  ms: number;
  peakMb: number;
}

async function sizeOf(target: string): Promise<number> {
  const found = await stat(target);
  if (!found.isDirectory()) return found.size;
  const names = await readdir(target, { recursive: true });
  const sizes = await Promise.all(names.map((name) => stat(path.join(target, name))));
  return sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}

/** Runs one of the two steps in a process of its own, whose peak memory is that of the step. */
function inOwnProcess(step: 'convert' | 'import', ...args: string[]): Promise<Cost> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [step, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('message', (cost) => resolve(cost as Cost));
    child.once('exit', (code) => reject(new Error(`${step} ended with ${code}`)));
  });
}

async function measured(work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  const cost: Cost = { ms: performance.now() - start, peakMb: process.resourceUsage().maxRSS / 1024 };
  process.send!(cost, undefined, undefined, () => process.exit(0));
}

async function report(label: string, sources: string[], work: string): Promise<void> {
  const out = process.env['KEEP'] ?? path.join(work, 'out');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const convert = await inOwnProcess('convert', out, ...sources);
  const publish = await inOwnProcess('import', out, path.join(work, 'data'));
  const bytesIn = (await Promise.all(sources.map(sizeOf))).reduce((sum, size) => sum + size, 0);
  const tiles = (await sizeOf(path.join(out, 'tiles'))) + (await sizeOf(path.join(out, 'tileset.json')));
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `${label}: convert ${(convert.ms / 1000).toFixed(1)} s, ${convert.peakMb.toFixed(0)} MB; check, copy and store ` +
      `${(publish.ms / 1000).toFixed(1)} s, ${publish.peakMb.toFixed(0)} MB; source ${mb(bytesIn)} MB, tiles ${mb(tiles)} MB in ` +
      `${(await readdir(path.join(out, 'tiles'))).length}, tree ${mb(await sizeOf(path.join(out, 'tree.jsonl')))} MB`,
  );
}

async function main(files: string[]): Promise<void> {
  const work = await mkdtemp(path.join(tmpdir(), 'overlook-bench-'));
  const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
  try {
    if (files.length > 0) return await report(files.join(' '), files, work);
    const parts = Number(process.env['PARTS'] ?? 0);
    if (parts > 0) {
      const made = path.join(work, 'parts.glb');
      await writeMadeParts(made, parts, process.env['SHARED'] === undefined);
      return await report(`${parts} parts`, [made], work);
    }
    const [huldra, duplex] = [path.join(data, 'cad/huldra/huldra-wd1-psup.glb'), path.join(data, 'ifc')];
    if (existsSync(huldra)) await report('Huldra', [huldra], work);
    const models = ['Duplex_A_20110907.ifc', 'Duplex_Electrical_20121207.ifc'].map((name) => path.join(duplex, name));
    if (models.every(existsSync)) await report('Duplex', models, work);
    const objects = Number(process.env['OBJECTS'] ?? 100_000);
    const plant = path.join(work, 'plant.glb');
    await writeMadePlant(plant, objects);
    await report(`${objects} objects`, [plant], work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const [step, ...args] = process.argv.slice(2);
if (step === 'convert' && process.send) {
  const [out, ...sources] = args;
  await measured(() => convertFiles(sources, out!, { place: 'given', onProgress: () => {} }));
} else if (step === 'import' && process.send) {
  const [out, dataDir] = args;
  await measured(async () => {
    const database = await openDatabase({ databaseUrl: undefined, dataDir: dataDir! });
    const slug = `bench-${Date.now().toString(36)}`;
    await importSite(
      { db: database.db, filesDir: path.join(dataDir!, 'files') },
      { slug, at: AT, layers: { cad: out! } },
    );
    await database.close();
  });
} else await main(step === undefined ? [] : [step, ...args]);
