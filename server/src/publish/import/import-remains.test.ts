import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { sites } from '@overlook/db/schema';
import { describe, expect, it } from 'vitest';
import { type ImportProgress } from './import-site.ts';
import { listSites } from '../register/stored-sites.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { thisOwner, type VersionOwner } from '../../storage/version-folders.ts';
import { fullAfter } from '../testing/full-disk.ts';
import { aTileset } from '../testing/made-tiles.ts';
import { importPlace } from '../testing/import-place.ts';

const place = importPlace();
const { leftovers, onDisk, run, source, storedCaptures } = place;

describe('the remains of a failed import', () => {
  const bad = () => source({ 'tileset.json': aTileset() });

  it('are none when any layer is bad', async () => {
    const layers = { textured: await source(), cad: await bad() };
    await expect(run({ slug: 'a', layers })).rejects.toMatchObject({
      file: 'tileset.json',
      place: 'root.content.uri',
      reason: '“tile.b3dm” does not exist.',
    });
    expect(leftovers()).toEqual([]);
    expect(await listSites(place.db)).toEqual([]);
  });

  it.each([0, 1, 2, 4, 5])('are none when the disk is full after %i files', async (writes) => {
    const layers = { textured: await source(), cad: await source() };
    await expect(run({ slug: 'a', layers }, { fs: fullAfter(writes) })).rejects.toThrow('ENOSPC');
    expect(leftovers()).toEqual([]);
    expect(await listSites(place.db)).toEqual([]);
  });

  it('are none when it is cancelled, at any moment', async () => {
    const layers = { textured: await source(), cad: await source() };
    for (const phase of ['checking', 'copying', 'registering']) {
      const controller = new AbortController();
      let isSeen = false;
      const onProgress = (progress: ImportProgress) => {
        isSeen ||= progress.phase === phase;
        if (isSeen) controller.abort();
      };
      const tried = run({ slug: 'a', layers }, { signal: controller.signal, onProgress });
      // Once it registers it is too late to cancel.
      if (phase === 'registering') await expect(tried).resolves.toBeTruthy();
      else {
        await expect(tried).rejects.toThrow('aborted');
        expect(leftovers()).toEqual([]);
      }
    }
  });

  it('is the old version when a replacement fails', async () => {
    const first = await run({ slug: 'a', layers: { textured: await source() } });
    const before = leftovers();
    await expect(run({ slug: 'a', replace: true, layers: { textured: await bad() } })).rejects.toThrow(
      'does not exist',
    );
    await expect(
      run({ slug: 'a', replace: true, layers: { textured: await source() } }, { fs: fullAfter(2) }),
    ).rejects.toThrow('ENOSPC');
    expect(leftovers()).toEqual(before);
    expect((await storedCaptures()).map(({ filepath }) => filepath)).toEqual([first.layers[0]!.filepath]);
  });

  it('is swept by the next one when the process died before it was registered', async () => {
    const { layers } = await run({ slug: 'a', layers: { textured: await source() } });
    const version = path.dirname(onDisk(layers[0]!.filepath));
    await place.db.delete(sites);
    const elsewhere = path.join(path.dirname(version), 'kept-by-hand');
    await writeFile(elsewhere, '');
    const part = path.join(place.filesDir, 'models', 'b', 'cad', 'mwqma9uj-554509a98fa7.part');
    await mkdir(part, { recursive: true });
    await writeFile(
      part.replace('.part', '.owner'),
      JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), startedAt: Date.now() }),
    );
    const removed = await sweepImports({ db: place.db, filesDir: place.filesDir });
    expect(removed.sort()).toEqual([
      path.join('models', 'a', 'textured', path.basename(version)),
      path.join('models', 'b', 'cad', 'mwqma9uj-554509a98fa7'),
    ]);
    expect(existsSync(version)).toBe(false);
    expect(existsSync(elsewhere)).toBe(true);
    expect(existsSync(path.join(place.filesDir, 'models', 'b'))).toBe(false);
  });

  it('is kept while its process is running', async () => {
    const part = path.join(place.filesDir, 'models', 'b', 'cad', 'mwqma9uj-554509a98fa7.part');
    await mkdir(part, { recursive: true });
    const sweepBeside = async (owner: VersionOwner) => {
      await writeFile(part.replace('.part', '.owner'), JSON.stringify(owner));
      return sweepImports({ db: place.db, filesDir: place.filesDir });
    };
    expect(await sweepBeside(thisOwner())).toEqual([]);
    expect(await sweepBeside({ pid: process.ppid, host: hostname(), startedAt: Date.now() })).toEqual([]);
    expect(existsSync(part)).toBe(true);
  });

  it.each([
    ['with', 'c56a4180-65aa-42ec-a945-5fd21dec0538'],
    ['without', undefined],
  ])('is swept after a restart under the same pid, by a record %s its run', async (_with, run) => {
    const part = path.join(place.filesDir, 'models', 'b', 'cad', 'mwqma9uj-554509a98fa7.part');
    await mkdir(part, { recursive: true });
    await writeFile(part.replace('.part', '.owner'), JSON.stringify({ ...thisOwner(), run }));
    expect(await sweepImports({ db: place.db, filesDir: place.filesDir })).toHaveLength(1);
    expect(existsSync(part)).toBe(false);
  });
});
