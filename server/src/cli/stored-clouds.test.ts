import { existsSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pointclouds } from '@overlook/db/schema';
import { readDescription } from '../pointclouds/store/open-store.ts';
import { moveStorage } from './move-storage.ts';
import { compareFolders, sweepPacked } from '../storage/folders/named-folders.ts';
import { StoredFolders } from '../storage/folders/stored-folders.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { S3Store } from '../storage/objects/s3-store.ts';
import { emptyStore, S3_SKIPPED, testS3 } from '../storage/objects/testing/test-s3.ts';
import { TwoStores } from '../storage/objects/two-stores.ts';
import { type ImportRequest, importSite } from '../publish/import/import-site.ts';
import { deleteSite } from '../publish/register/stored-sites.ts';
import { importStores } from '../publish/testing/import-stores.ts';
import { exportPoints } from '../publish/points/export-points.ts';

const s3 = await testS3();
const stores = importStores();
const bucketFolder = importStores();
const KINDS = [
  { name: 'another folder', open: (): ObjectStore => new FolderStore(bucketFolder.filesDir), test: it },
  {
    name: s3 ? 'S3' : `S3 (${S3_SKIPPED})`,
    open: (): ObjectStore => new S3Store(s3!, path.join(bucketFolder.filesDir, 'scratch')),
    test: s3 ? it : it.skip,
  },
];

/** A floor of 20 × 20 m, a point each 20 cm, as PTS. */
function floor(more: readonly string[] = []): string {
  const lines: string[] = [];
  for (let i = 0; i < 100; i++)
    for (let j = 0; j < 100; j++) lines.push(`${690_000 + i / 5} ${5_335_000 + j / 5} ${100 + ((i * j) % 7) / 100}`);
  return `${lines.length + more.length}\n${[...lines, ...more].join('\n')}\n`;
}

describe.each(KINDS)('exact clouds in $name', ({ open, test }) => {
  test('are the base of further ones, exported, moved, compared and removed as in a folder', async () => {
    const bucket = open();
    const { db, filesDir } = stores;
    const objects = new TwoStores(bucket, new FolderStore(filesDir));
    const folders = new StoredFolders({ filesDir, objects });
    const publish = async (captured: string, text: string, more: Partial<ImportRequest> = {}) => {
      const points = path.join(stores.sourcesDir, `${captured}.pts`);
      writeFileSync(points, text);
      const request = { slug: 'a', layers: { points }, crs: 'EPSG:25832', altitudes: 'ellipsoidal', captured } as const;
      return importSite({ db, filesDir, objects, folders }, { ...request, ...more });
    };
    const keys = async () => {
      const found = [];
      for await (const { key } of bucket.list('pointclouds/')) found.push(key);
      return found;
    };
    const onDisk = () => readdir(path.join(filesDir, 'pointclouds')).catch(() => []);
    const context = { signal: new AbortController().signal, onProgress: () => {} };

    expect((await publish('2026-03-14', floor())).warnings).toEqual([]);
    const [first] = await db.select().from(pointclouds);
    expect(await onDisk()).toEqual([]);
    expect((await keys()).every((key) => key.startsWith(`${first!.filepath}/`))).toBe(true);
    const described = await folders.with(first!.filepath, readDescription);
    expect(described.points).toBe(10_000);
    expect((await folders.read(first!.filepath, 'grid.bin')).length).toBeGreaterThan(0);

    // It takes over the frame of the first, of which it is a part.
    const part = floor(['690010.05 5335010.05 97']);
    expect((await publish('2026-09-26', part, { part: true })).warnings).toEqual([
      'Of the capture of 2026-03-14 0 points were kept and 10,000 replaced; 10,001 were added.',
    ]);
    const clouds = await db.select().from(pointclouds);
    const second = clouds.find(({ uuid }) => uuid !== first!.uuid)!;
    expect(second.coordinateSystem).toBe(first!.coordinateSystem);

    const exported = async () => {
      const file = path.join(stores.sourcesDir, 'all.las');
      const { points } = await exportPoints(
        { db, filesDir, objects, folders },
        { slug: 'a', file, replace: true },
        context,
      );
      return { points, bytes: await readFile(file) };
    };
    const before = await exported();
    expect(before.points).toBe(second.points);
    await moveStorage({ db, filesDir, objects, folders }, { back: true, keep: false }, context);
    expect([await keys(), (await onDisk()).toSorted()]).toEqual([[], clouds.map(({ uuid }) => uuid).toSorted()]);
    expect((await exported()).bytes.length).toBe(before.bytes.length);
    await moveStorage({ db, filesDir, objects, folders }, { back: false, keep: false }, context);
    expect(existsSync(path.join(filesDir, second.filepath))).toBe(false);
    expect((await exported()).bytes.length).toBe(before.bytes.length);

    expect((await compareFolders({ db, objects, folders }, () => {})).lost).toEqual([]);
    await bucket.delete(`${first!.filepath}/store.json`);
    expect((await compareFolders({ db, objects, folders }, () => {})).lost).toEqual([first!.filepath]);
    await sweepPacked({ db, objects }, Infinity);
    expect((await keys()).some((key) => key.startsWith(first!.filepath))).toBe(true);
    await deleteSite({ db, filesDir, objects }, 'a');
    expect(await keys()).toEqual([]);
    await folders.close();
    await emptyStore(bucket);
  });
});
