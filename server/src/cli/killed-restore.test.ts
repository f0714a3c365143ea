import { type ChildProcess, spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { contentsOf, openDatabase, withSnapshot } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundled } from '../testing/server-bundle.ts';

/** A kill takes seconds: more of them on demand. */
const KILLS = Number(process.env['KILLS'] ?? 1);
const TIMEOUT_MS = 300_000 + KILLS * 60_000;

const FILES = 60;
const ROWS = 3000;
/** Of one file; the largest is as long as thirty. */
const FILE_BYTES = 200_000;
/** Of a run, from its first byte on, until one has been measured. */
const SHORTEST_RUN_MS = 500;
const LOOK_AGAIN_MS = 5;

let root: string;
const place = (name: string) => path.join(root, name);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'overlook-killed-restore-'));
  await mkdir(place('data/files/models/a/v1'), { recursive: true });
  for (let i = 0; i < FILES; i++)
    await writeFile(place(`data/files/models/a/v1/${i}.bin`), randomBytes(i === 0 ? 30 * FILE_BYTES : FILE_BYTES));
  await copyEmptyDatabase(place('data'));
  const { db, close } = await openDatabase({ dataDir: place('data') });
  const people = Array.from({ length: ROWS }, (_, i) => ({
    email: `person-${i}@example.com`,
    firstName: 'A',
    lastName: `${i}`,
    passwordHash: randomBytes(32).toString('hex'),
  }));
  for (let i = 0; i < ROWS; i += 500) await db.insert(users).values(people.slice(i, i + 500));
  await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  /** From the first byte that was written. */
  readonly ms: number;
}

const isBegun = async (folder: string) => (await readdir(folder).catch(() => [])).length > 0;

/** Runs a command as a process, which is killed some milliseconds after it has begun to write where it has not ended. */
async function overlook(
  args: readonly string[],
  dataDir: string,
  kill?: { writesTo: string; afterMs: number },
): Promise<Ended> {
  const child: ChildProcess = spawn(process.execPath, [bundled('cli'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  let beganMs = performance.now();
  if (kill) {
    while (child.exitCode === null && !(await isBegun(kill.writesTo))) await setTimeout(LOOK_AGAIN_MS);
    beganMs = performance.now();
    await Promise.race([ended, setTimeout(kill.afterMs)]);
    child.kill('SIGKILL');
  }
  const code = await ended;
  return { code, stderr, ms: performance.now() - beganMs };
}

/** Kills a command when it begins to write, then at random moments, and then lets it end. Returns how often it was really killed. */
async function killedOften(
  args: readonly string[],
  dataDir: string,
  writesTo: string,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  let longestMs = SHORTEST_RUN_MS;
  let killed = 0;
  for (let i = 0; i < KILLS; i++) {
    const afterMs = i === 0 ? 0 : Math.random() * longestMs;
    const { code, ms } = await overlook(args, dataDir, { writesTo, afterMs });
    if (code === 0) return killed;
    killed++;
    // Later ones come further.
    longestMs = Math.max(longestMs, ms) * 1.2;
  }
  await meanwhile();
  const { code, stderr } = await overlook(args, dataDir);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return killed;
}

const contentsAt = async (dataDir: string) => {
  const { db, close } = await openDatabase({ dataDir });
  const contents = await withSnapshot(db, contentsOf);
  await close();
  // What the product knows of backups is written after one.
  contents.delete('instance_state');
  return contents;
};

/** Of published files: a killed backup leaves what it was making in `incoming`, which a server sweeps. */
async function hashesAt(dataDir: string): Promise<Map<string, string>> {
  const models = path.join(dataDir, 'files/models');
  const entries = await readdir(models, { recursive: true, withFileTypes: true });
  const hashes = new Map<string, string>();
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) hashes.set(path.relative(models, file), hash('sha256', await readFile(file)));
  }
  return hashes;
}

it(
  `makes a whole backup after kills (${KILLS}), and restores it whole after as many`,
  async () => {
    await mkdir(place('backups'));
    const killedBackups = await killedOften(['backup', place('backups')], place('data'), place('backups'));
    expect((await overlook(['backup', 'verify', place('backups')], place('data'))).code).toBe(0);
    expect(await readdir(place('backups'))).not.toContain('incoming');

    const restored = place('restored');
    const killedRestores = await killedOften(['restore', place('backups')], restored, restored, () =>
      // A newer one does not matter: the same command goes on with the one that it began.
      overlook(['backup', place('backups')], place('data')),
    );
    expect(killedBackups + killedRestores).toBeGreaterThan(0);
    expect(await hashesAt(restored)).toEqual(await hashesAt(place('data')));
    expect(await contentsAt(restored)).toEqual(await contentsAt(place('data')));
  },
  TIMEOUT_MS,
);
