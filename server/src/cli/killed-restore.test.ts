import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contentsOf, openDatabase, withSnapshot } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundled } from '../testing/server-bundle.ts';

/** A kill takes seconds: more of them on demand. */
const KILLS = Number(process.env['KILLS'] ?? 1);
const TIMEOUT_MS = 60_000 + KILLS * 60_000;

const FILES = 60;
const ROWS = 3000;
/** Of one file; the largest is as long as thirty. */
const FILE_BYTES = 200_000;
/** Milliseconds after which a run is killed at most, until one has been measured. */
const FIRST_RUN_MS = 3000;

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
  readonly ms: number;
}

/** Runs a command as a process, which is killed after some milliseconds where it has not ended. */
async function overlook(args: readonly string[], dataDir: string, killAfterMs?: number): Promise<Ended> {
  const beganMs = performance.now();
  const child: ChildProcess = spawn(process.execPath, [bundled('cli'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', (ended) => resolve(ended)));
  clearTimeout(timer);
  return { code, stderr, ms: performance.now() - beganMs };
}

/** Kills a command at random moments, and then lets it end. Returns how often it was really killed. */
async function killedOften(
  args: readonly string[],
  dataDir: string,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  let longestMs = FIRST_RUN_MS;
  let killed = 0;
  for (let i = 0; i < KILLS; i++) {
    const { code, ms } = await overlook(args, dataDir, Math.random() * longestMs);
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

/** Published files: a killed backup leaves what it was making in `incoming`, which a server sweeps. */
async function filesAt(dataDir: string): Promise<Map<string, Buffer>> {
  const models = path.join(dataDir, 'files/models');
  const entries = await readdir(models, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path.relative(models, file), await readFile(file));
  }
  return files;
}

it(
  `makes a whole backup after kills (${KILLS}), and restores it whole after as many`,
  async () => {
    await mkdir(place('backups'));
    const killedBackups = await killedOften(['backup', place('backups')], place('data'));
    expect((await overlook(['backup', 'verify', place('backups')], place('data'))).code).toBe(0);
    expect(await readdir(place('backups'))).not.toContain('incoming');

    const restored = place('restored');
    const killedRestores = await killedOften(['restore', place('backups')], restored, () =>
      // A newer one does not matter: the same command goes on with the one that it began.
      overlook(['backup', place('backups')], place('data')),
    );
    expect(killedBackups + killedRestores).toBeGreaterThan(0);
    expect(await filesAt(restored)).toEqual(await filesAt(place('data')));
    expect(await contentsAt(restored)).toEqual(await contentsAt(place('data')));
  },
  TIMEOUT_MS,
);
