import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Db, openDatabase } from '@overlook/db';
import { models, pointclouds, sites } from '@overlook/db/schema';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { openPointStore } from '../../pointclouds/store/open-store.ts';
import { randomFrom } from '../../pointclouds/testing/random-records.ts';
import { bundled } from '../../testing/server-bundle.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { writeMadeLas } from './testing/made-las.ts';

const POINTS = 60_000;
/** A kill takes seconds: more of them on demand. */
const KILLS = Number(process.env['KILLS'] ?? 1);

/** Seconds of GPS time of the first made point, and from one to the next. */
const [FIRST_TIME, TIME_STEP] = [300_000_000, 1e-5];
/** Milliseconds that an import takes at least, until one has been measured. */
const FIRST_RUN_MS = 2000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads the lines of a process: their number so far, and their texts. */
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

/** Each point of the file is in the store once: generated points are identified by their times. */
async function assertEveryPointOnce(folder: string): Promise<void> {
  const store = await openPointStore(folder);
  try {
    const seen = new Uint8Array(POINTS);
    for (const node of store.nodes) {
      const { count, gpsTime } = store.readNode(node);
      for (let point = 0; point < count; point++) seen[Math.round((gpsTime[point]! - FIRST_TIME) / TIME_STEP)]!++;
    }
    expect(seen.every((times) => times === 1)).toBe(true);
    expect(store.description.points).toBe(POINTS);
  } finally {
    store.close();
  }
}

/** Expects that stored clouds are complete, and that there is nothing else. Returns the clouds. */
async function assertWhole(db: Db, filesDir: string): Promise<string[]> {
  await sweepImports({ db, filesDir });
  const rows = await db.select().from(pointclouds);
  const uuids = rows.map(({ uuid }) => uuid);
  expect(await readdir(path.join(filesDir, 'pointclouds')).catch(() => [])).toEqual(uuids);
  expect(await readdir(path.join(filesDir, 'models/a/points')).catch(() => [])).toHaveLength(rows.length);
  expect(await db.$count(models)).toBe(rows.length);
  expect(await db.$count(sites)).toBe(rows.length);
  expect(await readdir(path.join(filesDir, 'converting')).catch(() => [])).toEqual([]);
  for (const { filepath } of rows) await assertEveryPointOnce(path.join(filesDir, filepath));
  return uuids;
}

/** Imports of one cloud by processes of their own, which can be killed. */
async function killableImports() {
  const [dataDir, filesDir, cloud] = ['database', 'files', 'cloud.las'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeMadeLas(cloud, { points: POINTS, offset: [690_000, 5_335_000, 500] });
  await copyEmptyDatabase(dataDir);
  const request = { slug: 'a', layers: { points: cloud }, crs: 'EPSG:25832', altitudes: 'ellipsoidal', replace: true };
  return {
    /** Calls `onStep` with the number of steps so far and the import's process. Resolves to the steps when that has ended. */
    run: async (onStep: (steps: number, child: ChildProcess) => void): Promise<string[]> => {
      const child = spawn(process.execPath, [bundled('told-import'), dataDir, filesDir, JSON.stringify(request)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      const lines = linesOf(child, (count) => onStep(count, child));
      await ended;
      return lines;
    },
    /** The clouds that are stored; fails where one is incomplete, or where other files remain. */
    clouds: async (): Promise<string[]> => {
      const database = await openDatabase({ dataDir });
      try {
        return await assertWhole(database.db, filesDir);
      } finally {
        await database.close();
      }
    },
  };
}

it(`an import that is killed at any of ${KILLS} steps leaves nothing half-stored`, async () => {
  const { run, clouds } = await killableImports();
  const steps = await run(() => undefined);
  expect([...new Set(steps)]).toEqual(
    expect.arrayContaining(['reading', 'building', 'checking', 'copying', 'registering']),
  );
  expect(await clouds()).toHaveLength(1);
  for (let kill = 0; kill < KILLS; kill++) {
    const last = 1 + Math.round(((steps.length - 1) * kill) / Math.max(1, KILLS - 1));
    await run((step, child) => step >= last && child.kill('SIGKILL'));
    expect(await clouds()).toHaveLength(1);
  }
}, 900_000);

it(`imports that are killed at ${KILLS} random moments lose no cloud and store none twice`, async () => {
  const { run, clouds } = await killableImports();
  const random = randomFrom(KILLS);
  let runMs = 0;
  /** Kills the import this long after its first step; it may end itself before that. */
  const runUntil = async (killAfterMs: number): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    let startedMs = 0;
    await run((steps, child) => {
      if (steps > 1) return;
      startedMs = performance.now();
      if (killAfterMs < Infinity) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    });
    clearTimeout(timer);
    runMs = Math.max(runMs, performance.now() - startedMs);
  };

  // The first half begin with nothing stored, so that a site without its layer would be seen.
  let stored: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill === Math.ceil(KILLS / 2)) {
      await runUntil(Infinity);
      stored = await clouds();
      expect(stored).toHaveLength(1);
    }
    await runUntil(random() * Math.max(runMs, FIRST_RUN_MS));
    const now = await clouds();
    expect(now.length).toBeGreaterThanOrEqual(stored.length);
    expect(now.length).toBeLessThanOrEqual(1);
    stored = now;
  }
  await runUntil(Infinity);
  const [last, ...others] = await clouds();
  expect(others).toEqual([]);
  expect(stored).not.toContain(last);
}, 900_000);
