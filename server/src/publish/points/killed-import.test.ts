import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Db, openDatabase } from '@overlook/db';
import { models, pointclouds } from '@overlook/db/schema';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { openPointStore } from '../../pointclouds/store/open-store.ts';
import { bundled } from '../../testing/server-bundle.ts';
import { sweepImports } from '../store/sweep-imports.ts';
import { writeMadeLas } from './testing/made-las.ts';

const POINTS = 60_000;
/** From the first step of an import to the last; a kill takes seconds: more of them on demand. */
const KILLS = Number(process.env['KILLS'] ?? 4);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads lines of a process: of how many it has printed so far, and what they were. */
function linesOf(child: ChildProcess, onLine: (lines: number) => void): string[] {
  const lines: string[] = [];
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    for (const line of parts) onLine(lines.push(line));
  });
  return lines;
}

/** What is stored is whole, and nothing else is there. Returns how many clouds there are. */
async function assertWhole(db: Db, filesDir: string): Promise<number> {
  await sweepImports({ db, filesDir });
  const rows = await db.select().from(pointclouds);
  expect(await readdir(path.join(filesDir, 'pointclouds')).catch(() => [])).toEqual(rows.map(({ uuid }) => uuid));
  expect(await readdir(path.join(filesDir, 'models/a/points')).catch(() => [])).toHaveLength(rows.length);
  expect(await db.$count(models)).toBe(rows.length);
  expect(await readdir(path.join(filesDir, 'converting')).catch(() => [])).toEqual([]);
  for (const { filepath } of rows) {
    const store = await openPointStore(path.join(filesDir, filepath));
    expect(store.description.points).toBe(POINTS);
    store.close();
  }
  return rows.length;
}

it(`an import that is killed at any of ${KILLS} moments leaves nothing half-stored`, async () => {
  const [dataDir, filesDir, cloud] = ['database', 'files', 'cloud.las'].map((name) => path.join(folder, name));
  await writeMadeLas(cloud!, { points: POINTS, offset: [690_000, 5_335_000, 500] });
  await copyEmptyDatabase(dataDir!);
  const request = { slug: 'a', layers: { points: cloud }, crs: 'EPSG:25832', altitudes: 'ellipsoidal', replace: true };

  /** Imports, and kills the process after so many steps. */
  const importUntil = async (step: number): Promise<string[]> => {
    const child = spawn(process.execPath, [bundled('told-import'), dataDir!, filesDir!, JSON.stringify(request)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const lines = linesOf(child, (count) => count >= step && child.kill('SIGKILL'));
    await ended;
    return lines;
  };
  const check = async (): Promise<number> => {
    const database = await openDatabase({ dataDir: dataDir! });
    try {
      return await assertWhole(database.db, filesDir!);
    } finally {
      await database.close();
    }
  };

  const steps = await importUntil(Infinity);
  expect([...new Set(steps)]).toEqual(
    expect.arrayContaining(['reading', 'building', 'checking', 'copying', 'registering']),
  );
  expect(await check()).toBe(1);
  for (let kill = 0; kill < KILLS; kill++) {
    await importUntil(1 + Math.round(((steps.length - 1) * kill) / Math.max(1, KILLS - 1)));
    expect(await check()).toBe(1);
  }
}, 900_000);
