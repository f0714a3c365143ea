import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '@overlook/db';
import { captures, models } from '@overlook/db/schema';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { readEnv } from '../../env.ts';
import { randomFrom } from '../../pointclouds/testing/random-records.ts';
import { systemClock } from '../../services/clock.ts';
import { sweepPacked } from '../../storage/folders/named-folders.ts';
import { openStores } from '../../storage/folders/open-stores.ts';
import { S3Store } from '../../storage/objects/s3-store.ts';
import { emptyStore, S3_SKIPPED, testS3, variablesOf } from '../../storage/objects/testing/test-s3.ts';
import { sweepIncoming } from '../../storage/receive-file.ts';
import { heldVersion, versionName } from '../../storage/version-folders.ts';
import { bundled } from '../../testing/server-bundle.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { aB3dm, aFolder, aGlb, aTileset } from '../testing/made-tiles.ts';

/** Each kill takes seconds, so more of them run on demand only. */
const KILLS = Number(process.env['KILLS'] ?? 1);

const s3 = await testS3();

/** The tile of the version with this number, by which it is known. */
const tileOf = (version: number): Buffer => aB3dm({ glb: aGlb({ size: 0.1 + version / 1000 }) });

describe.skipIf(!s3)(`a layer that is published into S3${s3 ? '' : ` (${S3_SKIPPED})`}`, () => {
  let folder: string;
  let dataDir: string;
  let filesDir: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'overlook-killed-packed-'));
    [dataDir, filesDir] = [path.join(folder, 'database'), path.join(folder, 'files')];
    await copyEmptyDatabase(dataDir);
  });
  afterAll(async () => {
    await emptyStore(new S3Store(s3!, path.join(folder, 'scratch')));
    await rm(folder, { recursive: true });
  });

  /** Publishes a version in a process of its own. Resolves to its steps when that has ended. */
  async function publish(version: number, onStep: (steps: number, child: ChildProcess) => void): Promise<string[]> {
    const source = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': tileOf(version) });
    const request = { slug: 'a', layers: { shaded: source }, replace: true };
    const args = [dataDir, filesDir, JSON.stringify(request), JSON.stringify(variablesOf(s3!))];
    const child = spawn(process.execPath, [bundled('told-import'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    const steps: string[] = [];
    createInterface(child.stdout!).on('line', (line) => onStep(steps.push(line), child));
    await ended;
    await rm(source, { recursive: true });
    return steps;
  }

  /**
   * The number of the version that is served, which is whole; null where there is none. After the sweeps there is nothing else, on the
   * disk or in the bucket.
   */
  async function served(possible: readonly number[]): Promise<number | null> {
    const { db, close } = await openDatabase({ dataDir });
    const { close: closeStores, objects, folders } = await openStores(readEnv(variablesOf(s3!)), filesDir, db);
    try {
      const rows = await db.select({ filepath: captures.filepath }).from(captures);
      expect(await db.$count(models)).toBe(rows.length);
      expect(rows.length).toBeLessThanOrEqual(1);
      await sweepImports({ db, filesDir, folders });
      await sweepIncoming({ filesDir, clock: systemClock, beforeMs: Infinity });
      await objects.removeUnfinished(Infinity);
      await sweepPacked({ db, objects }, Infinity);
      const keys: string[] = [];
      for await (const { key } of objects.list('packed/')) keys.push(key);
      for (const name of ['models', 'incoming', 'converting'])
        expect(await readdir(path.join(filesDir, name)).catch(() => []), name).toEqual([]);
      const held = rows[0] && heldVersion(rows[0].filepath)!;
      const name = held && versionName(held.folder);
      expect(keys).toEqual(name ? [expect.stringMatching(`^packed/${name}/base`)] : []);
      if (!held) return null;
      expect(JSON.parse((await folders.read(name!, held.entry)).toString())).toMatchObject({ asset: {} });
      const tile = await folders.read(name!, 'tile.b3dm');
      const version = possible.find((one) => tileOf(one).equals(tile));
      expect(version).toBeDefined();
      return version!;
    } finally {
      await closeStores();
      await close();
    }
  }

  it(`is the old one or the new one, whole, when it is killed at any of ${KILLS} steps and ${KILLS} random moments`, async () => {
    let [current, next] = [0, 0];
    let runMs = 0;
    /** Kills the process after so many steps, or so long after its first step. */
    async function killed({ atStep = Infinity, afterMs = Infinity }): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      await publish(++next, (steps, child) => {
        if (steps >= atStep) child.kill('SIGKILL');
        if (steps === 1 && afterMs < Infinity) timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
      });
      clearTimeout(timer);
      const now = await served([current, next]);
      expect([current, next]).toContain(now);
      current = now!;
    }
    let startedMs = 0;
    const steps = await publish(++next, (count) => {
      if (count === 1) startedMs = performance.now();
    });
    runMs = performance.now() - startedMs;
    expect(steps).toEqual(expect.arrayContaining(['checking', 'copying', 'uploading', 'registering']));
    current = (await served([next]))!;
    expect(current).toBe(next);
    // From the first byte that is sent to the end.
    const first = 1 + steps.indexOf('uploading');
    for (let kill = 0; kill < KILLS; kill++)
      await killed({ atStep: first + Math.round(((steps.length - first) * kill) / Math.max(1, KILLS - 1)) });
    const random = randomFrom(KILLS);
    for (let kill = 0; kill < KILLS; kill++) await killed({ afterMs: random() * runMs });
    await killed({});
    expect(current).toBe(next);
  }, 900_000);
});
