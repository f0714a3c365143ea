import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStore } from './folder-store.ts';
import { type MoveOptions, moveObjects } from './move-objects.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { bytesSource } from './object-sources.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';
import { chunkKey } from '../uploads/upload-chunks.ts';
import { emptyStore, S3_SKIPPED, testS3 } from './testing/test-s3.ts';
import { TwoStores } from './two-stores.ts';

const s3 = await testS3();
const KEYS = Array.from(
  { length: 60 },
  (_, i) => `${['attachments', 'exports', 'snapshots/a', 'builds/b'][i % 4]}/${i}`,
);
const CHUNK = chunkKey('two', 0, 100);
const bytesOf = (key: string) => Buffer.from(`${key} `.repeat(1000));
const put = (store: ObjectStore, key: string, bytes = bytesOf(key)) => store.put(key, bytesSource(bytes));
const read = async (store: ObjectStore, key: string) => buffer(await store.get(key));
async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys.sort();
}
const options = (more: Partial<MoveOptions> = {}): MoveOptions => ({
  keeps: false,
  isTargetNewer: true,
  prefixes: Object.values(OBJECT_KEYS),
  signal: new AbortController().signal,
  onProgress: () => {},
  ...more,
});

const KINDS = [
  { name: 'another folder', open: (dir: string): ObjectStore => new FolderStore(join(dir, 'new')), test: it },
  {
    name: s3 ? 'S3' : `S3 (${S3_SKIPPED})`,
    open: (dir: string): ObjectStore => new S3Store(s3!, join(dir, 'scratch')),
    test: s3 ? it : it.skip,
  },
];

describe.each(KINDS)('moving objects to $name', ({ open, test }) => {
  let dir: string;
  let [from, to]: ObjectStore[] = [];
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'overlook-move-'));
    from = new FolderStore(join(dir, 'old'));
    if (test === it) to = open(dir);
  });
  afterEach(async () => {
    if (test === it) await emptyStore(to!);
    await rm(dir, { recursive: true });
  });

  test('while they are read and removed loses none', async () => {
    for (const key of KEYS) await put(from!, key);
    await put(from!, 'exports/half.las.part');
    await put(from!, 'models/site/tile');
    // A delivery that lies there as a folder, beside chunks of one that does not.
    await put(from!, 'uploads/one/list');
    await put(from!, CHUNK);
    const both = new TwoStores(to!, from!);
    const moved = new AbortController();
    const reading = (async () => {
      while (!moved.signal.aborted)
        for (const key of KEYS.slice(1)) expect((await read(both, key)).equals(bytesOf(key))).toBe(true);
    })();
    const moving = moveObjects(from!, to!, options());
    await both.delete(KEYS[0]!);
    const result = await moving;
    moved.abort();
    await reading;
    expect(result.failed).toEqual([]);
    expect(result.moved).toBeGreaterThanOrEqual(KEYS.length - 1);
    expect(await keysOf(from!)).toEqual(['exports/half.las.part', 'models/site/tile', 'uploads/one/list']);
    expect((await keysOf(to!)).filter((key) => key !== KEYS[0])).toEqual([...KEYS.slice(1), CHUNK].sort());
    expect(await moveObjects(from!, to!, options())).toEqual({ moved: 0, bytes: 0, already: 0, failed: [] });
  });

  test('keeps what is newer there, and goes back', async () => {
    await put(from!, 'builds/b.json', Buffer.from('old'));
    await put(to!, 'builds/b.json', Buffer.from('new'));
    await put(from!, 'attachments/a');
    const kept = await moveObjects(from!, to!, options({ keeps: true }));
    expect([kept.moved, kept.already, (await read(to!, 'builds/b.json')).toString()]).toEqual([1, 1, 'new']);
    expect(await keysOf(from!)).toEqual(['attachments/a', 'builds/b.json']);
    const back = await moveObjects(to!, from!, options({ isTargetNewer: false }));
    expect(back).toMatchObject({ moved: 1, already: 1 });
    expect((await read(from!, 'builds/b.json')).toString()).toBe('new');
    expect(await keysOf(to!)).toEqual([]);
  });
});

it('an object whose copy has other bytes stays and is named', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'overlook-move-'));
  const from = new FolderStore(join(dir, 'old'));
  const to = new FolderStore(join(dir, 'new'));
  to.put = (key) => FolderStore.prototype.put.call(to, key, bytesSource(Buffer.from('other')));
  await put(from, 'attachments/a');
  const result = await moveObjects(from, to, options());
  expect(result).toMatchObject({
    moved: 0,
    failed: [{ key: 'attachments/a', reason: 'has other bytes when it is read back' }],
  });
  expect(await keysOf(from)).toEqual(['attachments/a']);
  const stop = new AbortController();
  stop.abort();
  await expect(moveObjects(from, to, options({ signal: stop.signal }))).rejects.toThrow('aborted');
  await rm(dir, { recursive: true });
});
