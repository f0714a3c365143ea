import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledChild } from './testing/bundled-child.ts';
import { freeBytes, isDiskFull, openDatabase } from './index.ts';
import { feedback } from './schema/index.ts';
import { mountDisk } from './testing/mounted-disk.ts';
import { SMALL_DISK } from './testing/small-disk.ts';

const MIB = 2 ** 20;
/**
 * Each kill takes seconds, so more of them run on demand only. Half of them hit a server that starts on the full disk.
 */
const KILLS = Number(process.env['KILLS'] ?? 1);

const mounted = await mountDisk(256);
const disk = mounted?.folder ?? '';
afterAll(() => mounted?.unmount());

const filler = join(disk, 'filler');
/** Fills the disk as another program would, until `leftBytes` are free. */
function fill(leftBytes: number): void {
  const file = openSync(filler, 'a');
  const chunk = Buffer.alloc(65_536, 1);
  try {
    while (freeBytes(disk) > leftBytes && writeSync(file, chunk) > 0);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  } finally {
    closeSync(file);
  }
}

/** A process that writes rows. `more` waits until it has printed this many more lines, or has ended. */
function startWriter(dataDir: string) {
  const child = spawn(process.execPath, [bundledChild('write-in-child'), dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
    for (const one of waiting) if (lines.length >= one.count) one.resolve();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const more = (count: number) =>
    Promise.race([ended, new Promise<void>((resolve) => waiting.push({ count: lines.length + count, resolve }))]);
  return {
    lines,
    ended,
    more,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stored: () => lines.filter((line) => /^\d+$/.test(line)).map(Number),
  };
}

// Needs the right to mount a small file system.
describe.runIf(mounted)('the embedded database on a full disk', () => {
  const dataDir = join(disk, 'data');
  const open = () => openDatabase({ dataDir, spaceLimits: SMALL_DISK });
  beforeAll(async () => {
    await mkdir(dataDir);
    await (await open()).close();
  });

  it('reads, refuses changes, and accepts them again when there is room', async () => {
    const { db, close } = await open();
    await db.insert(feedback).values({ details: 'before' });
    fill(0);
    const refused = await db
      .insert(feedback)
      .values({ details: 'full' })
      .catch((error: unknown) => error);
    expect(isDiskFull(refused)).toBe(true);
    const inTransaction = await db
      .transaction((tx) => tx.insert(feedback).values({ details: 'full' }))
      .catch((error: unknown) => error);
    expect(isDiskFull(inTransaction)).toBe(true);
    expect(await db.select().from(feedback)).toHaveLength(1);
    await rm(filler);
    await db.insert(feedback).values({ details: 'after' });
    expect(await db.select().from(feedback)).toHaveLength(2);
    await close();
  });

  it('opens where no byte is free, because its reserve is deleted', async () => {
    // Makes the reserve again if an earlier test has used it.
    await (await open()).close();
    fill(0);
    await (await open()).close();
    await rm(filler);
    await (await open()).close();
  });

  it('says that the disk is full, not that the database is damaged, when opening fails with little room', async () => {
    const other = join(disk, 'other');
    await mkdir(join(other, 'database'), { recursive: true });
    await writeFile(join(other, 'database/PG_VERSION'), '');
    const openWith = (stopBytes: number) =>
      openDatabase({ dataDir: other, spaceLimits: { ...SMALL_DISK, stopBytes, openBytes: 0 } });
    await expect(openWith(SMALL_DISK.stopBytes)).rejects.toThrow('it is damaged or was made by another version');
    await expect(openWith(2 ** 40)).rejects.toThrow(/^The disk of the data folder .* is full/);
    await rm(other, { recursive: true });
  });

  it('undoes a transaction that itself fills the disk', async () => {
    const { db, close } = await open();
    const stored = (await db.select({ id: feedback.id }).from(feedback)).length;
    fill(SMALL_DISK.stopBytes + 4 * MIB);
    const large = Array.from({ length: 4 }, () => ({ details: 'x'.repeat(10), screenshot: randomText(MIB) }));
    const failure = await db
      .transaction(async (tx) => {
        for (let n = 0; n < 20; n++) await tx.insert(feedback).values(large);
      })
      .catch((error: unknown) => error);
    expect(isDiskFull(failure)).toBe(true);
    await rm(filler);
    expect(await db.select({ id: feedback.id }).from(feedback)).toHaveLength(stored);
    await close();
  });

  it(`survives ${KILLS} kills while it is full: no row that was acknowledged is lost, nothing is damaged`, async () => {
    const stored = new Set<number>();
    const problems: string[] = [];
    for (let n = 0; n < KILLS / 2; n++) {
      const writer = startWriter(dataDir);
      await writer.more(1 + (n % 7));
      // Free space: none, less than opening needs, less than changes need, and slightly more.
      fill([0, 6, 30, 44][n % 4]! * MIB);
      await writer.more(1 + ((n * 13) % 40));
      await writer.kill();
      for (const id of writer.stored()) stored.add(id);
      problems.push(...writer.lines.filter((line) => line.startsWith('broken')));
      // Started again on the full disk, and killed again.
      const again = startWriter(dataDir);
      await again.more(1 + (n % 5));
      await again.kill();
      for (const id of again.stored()) stored.add(id);
      problems.push(
        ...again.lines.filter((line) => !/^(open|full|\d+|DatabaseUnavailableError: The disk of .*)$/.test(line)),
      );

      await rm(filler, { force: true });
      const { db, close } = await open();
      const rows = await db.select().from(feedback);
      const present = new Set(rows.map((row) => row.id));
      for (const id of stored) if (!present.has(id)) problems.push(`round ${n}: row ${id} is lost`);
      await db.delete(feedback);
      stored.clear();
      await close();
    }
    expect(problems).toEqual([]);
  }, 3_600_000);
});

const randomText = (length: number) =>
  Array.from({ length: length / 8 }, () => Math.random().toString(36).slice(2, 10).padEnd(8)).join('');
