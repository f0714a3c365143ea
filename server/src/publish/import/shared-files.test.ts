import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { captures } from '@overlook/db/schema';
import { describe, expect, it } from 'vitest';
import { nodeFs } from '../../errors/publish-fs.ts';
import { systemClock } from '../../services/clock.ts';
import { createStorageCounter } from '../../services/health/storage-use.ts';
import { importPlace } from '../testing/import-place.ts';
import { aB3dm, aRoot, aTileset } from '../testing/made-tiles.ts';

const place = importPlace();
const { onDisk, run, source } = place;

const tileset = (more: object = {}) => ({
  'tileset.json': aTileset(),
  'tile.b3dm': aB3dm(),
  ...more,
});

/** Publishes a layer as it was on a day; returns the folder of its files. */
async function publish(captured: string, files: object, context: object = {}): Promise<string> {
  const textured = await source(files as Parameters<typeof source>[0]);
  const { layers } = await run({ slug: 'a', layers: { textured }, captured }, context);
  return path.dirname(onDisk(layers[0]!.filepath));
}
const inodes = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).ino]));
const bytesOf = async (takenOn: string) =>
  (await place.db.select().from(captures).where(eq(captures.takenOn, takenOn)))[0]!.bytes;

describe('a further capture', () => {
  it('shares the files that are equal, with their compressed forms, and has the others of its own', async () => {
    const first = await publish('2026-03-14', tileset());
    const other = aTileset(aRoot(), { properties: { Later: {} } });
    const second = await publish('2026-09-26', tileset({ 'tileset.json': other }));
    const [before, after] = [inodes(first), inodes(second)];
    const shared = Object.keys(before).filter((name) => before[name] === after[name]);
    expect(shared).toEqual(['tile.b3dm', 'tile.b3dm.br', 'tile.b3dm.gz']);
    expect(JSON.parse(readFileSync(path.join(first, 'tileset.json'), 'utf8'))).not.toHaveProperty(
      'asset.tilesetVersion',
    );
    expect(await bytesOf('2026-09-26')).toBeLessThan((await bytesOf('2026-03-14'))!);
    const counter = createStorageCounter(place.filesDir, systemClock);
    const { use } = await counter.use(10_000);
    expect(use!.bytes).toBe((await bytesOf('2026-03-14'))! + (await bytesOf('2026-09-26'))!);
  });

  it('keeps them when the capture that it shares them with is replaced', async () => {
    await publish('2026-03-14', tileset());
    const second = await publish('2026-09-26', tileset());
    const tile = readFileSync(path.join(second, 'tile.b3dm'));
    const textured = await source(
      tileset({ 'tile.b3dm': aB3dm({ featureTable: { BATCH_LENGTH: 0, RTC_CENTER: [0, 0, 0] } }) }),
    );
    await run({ slug: 'a', layers: { textured }, captured: '2026-03-14', replace: true });
    expect(readFileSync(path.join(second, 'tile.b3dm')).equals(tile)).toBe(true);
  });

  it('has copies where the disk has no second names', async () => {
    const link = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    const first = await publish('2026-03-14', tileset());
    const second = await publish('2026-09-26', tileset(), { fs: { ...nodeFs, link } });
    expect(Object.keys(inodes(second))).toEqual(Object.keys(inodes(first)));
    for (const name of readdirSync(first))
      expect(readFileSync(path.join(second, name)).equals(readFileSync(path.join(first, name)))).toBe(true);
    expect(await bytesOf('2026-09-26')).toBe(await bytesOf('2026-03-14'));
  });
});
