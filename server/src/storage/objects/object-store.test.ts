import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderStore } from './folder-store.ts';
import { bytesSource, fileSource } from './object-sources.ts';
import { DamagedObjectError, ObjectMissingError, type ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';
import { emptyStore, S3_SKIPPED, testS3 } from './testing/test-s3.ts';
import { TwoStores } from './two-stores.ts';

const listed = async (store: ObjectStore, prefix: string): Promise<string[]> => {
  const keys = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
};

const names = async (store: ObjectStore, prefix: string): Promise<string[]> => {
  const found = [];
  for await (const name of store.names(prefix)) found.push(name);
  return found.sort();
};

const s3 = await testS3();
const [LARGE, SMALL] = [17 * 1024 * 1024 + 7, 1000];

const KINDS = [
  { name: 'a folder', open: (dir: string): ObjectStore | null => new FolderStore(join(dir, 'files')) },
  {
    name: s3 ? 'S3' : `S3 (${S3_SKIPPED})`,
    open: (dir: string): ObjectStore | null => s3 && new S3Store(s3, join(dir, 'scratch')),
  },
  {
    name: 'two folders',
    open: (dir: string) => new TwoStores(new FolderStore(join(dir, 'new')), new FolderStore(join(dir, 'old'))),
  },
].map((kind) => ({ ...kind, isSkipped: kind.name.includes('TEST_S3_URL') }));

describe.each(KINDS)('the store of objects in $name', ({ open, isSkipped }) => {
  let dir: string;
  let store: ObjectStore;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'overlook-objects-'));
    store = open(dir)!;
  });
  afterAll(async () => {
    if (store) await emptyStore(store);
    await rm(dir, { recursive: true, force: true });
  });
  const test = isSkipped ? it.skip : it;
  const put = (key: string, text: string) => store.put(key, bytesSource(Buffer.from(text)));

  test('gives back what was put, as a whole and by ranges', async () => {
    await put('attachments/a', 'hello world');
    expect((await buffer(await store.get('attachments/a'))).toString()).toBe('hello world');
    expect((await buffer(await store.get('attachments/a', { first: 4, last: 6 }))).toString()).toBe('o w');
    const before = await store.head('attachments/a');
    expect(before).toMatchObject({ sizeBytes: 11 });
    expect(Math.abs(before!.modifiedAt.getTime() - Date.now())).toBeLessThan(15 * 60_000);
    await put('attachments/a', 'another text');
    const after = await store.head('attachments/a');
    expect(after!.sizeBytes).toBe(12);
    expect(after!.tag).not.toBe(before!.tag);
    expect(after!.tag).toMatch(/^[\w-]+$/);
    await put('attachments/empty', '');
    expect(await store.head('attachments/empty')).toMatchObject({ sizeBytes: 0 });
    expect(await buffer(await store.get('attachments/empty'))).toHaveLength(0);
  });

  test('takes over a file, and gives one', async () => {
    const path = join(dir, 'received');
    const bytes = randomBytes(SMALL);
    await writeFile(path, bytes);
    await store.takeFile('exports/b.e57', path);
    expect(existsSync(path)).toBe(false);
    const read = await store.withFile('exports/b.e57', (given) => readFile(given));
    expect(read.equals(bytes)).toBe(true);
    await expect(store.withFile('exports/none', readFile)).rejects.toBeInstanceOf(ObjectMissingError);
    expect(await readdir(join(dir, 'scratch')).catch(() => [])).toEqual([]);
  });

  test('takes over the files of a folder', async () => {
    const folder = join(dir, 'made');
    await mkdir(folder);
    await writeFile(join(folder, 'native.jpg'), 'native');
    await writeFile(join(folder, 'thumb.jpg'), 'thumb');
    await store.takeFolder('snapshots/a/', folder);
    await store.sync('snapshots/');
    expect(existsSync(folder)).toBe(false);
    expect(await listed(store, 'snapshots/a/')).toEqual(['snapshots/a/native.jpg', 'snapshots/a/thumb.jpg']);
    expect((await buffer(await store.get('snapshots/a/thumb.jpg'))).toString()).toBe('thumb');
  });

  test('keeps a large file byte by byte', async () => {
    const path = join(dir, 'large');
    const bytes = randomBytes(LARGE);
    await writeFile(path, bytes);
    await store.put('exports/large.las', await fileSource(path));
    expect((await store.head('exports/large.las'))!.sizeBytes).toBe(LARGE);
    expect((await buffer(await store.get('exports/large.las'))).equals(bytes)).toBe(true);
    const range = { first: 16 * 1024 * 1024 - 3, last: 16 * 1024 * 1024 + 2 };
    const across = await buffer(await store.get('exports/large.las', range));
    expect(across.equals(bytes.subarray(range.first, range.last + 1))).toBe(true);
  });

  test('says that an object is missing', async () => {
    expect(await store.head('attachments/none')).toBeNull();
    await expect(store.get('attachments/none')).rejects.toMatchObject({ code: 'FILE_LOST', key: 'attachments/none' });
    await store.delete('attachments/none');
  });

  test('stores nothing of a source with other bytes, that fails or that is stopped', async () => {
    const source = bytesSource(Buffer.from('abc'));
    const open = () => Readable.from([Buffer.from('abd')]);
    await expect(store.put('x/wrong', { ...source, open })).rejects.toBeInstanceOf(DamagedObjectError);
    await expect(store.put('x/short', { ...source, sizeBytes: 4 })).rejects.toBeInstanceOf(DamagedObjectError);
    await expect(store.put('x/long', { ...source, sizeBytes: 2 })).rejects.toBeInstanceOf(DamagedObjectError);
    const piece = Buffer.alloc(1024 * 1024);
    async function* failing() {
      for (let i = 0; i < 30; i++) yield piece;
      throw new Error('the source broke');
    }
    const broken = { sizeBytes: 1e9, sha256: '0'.repeat(64), open: () => Readable.from(failing()) };
    await expect(store.put('x/broken', broken)).rejects.toThrow('the source broke');
    const stop = new AbortController();
    async function* endless() {
      for (let i = 0; ; i++) {
        if (i === 20) stop.abort();
        yield piece;
      }
    }
    const stopped = { sizeBytes: 1e9, sha256: '0'.repeat(64), open: () => Readable.from(endless()) };
    await expect(store.put('x/stopped', stopped, stop.signal)).rejects.toThrow(/abort/);
    expect(await listed(store, 'x/')).toEqual([]);
  });

  test('lists by prefix and by the next part', async () => {
    for (const key of ['l/a/1', 'l/a/2', 'l/ab/ä b+%.txt', 'l/c', 'm/d']) await put(key, key);
    expect(await listed(store, 'l/a')).toEqual(['l/a/1', 'l/a/2', 'l/ab/ä b+%.txt']);
    expect(await listed(store, 'l/a/')).toEqual(['l/a/1', 'l/a/2']);
    expect(await listed(store, 'none/')).toEqual([]);
    expect(await names(store, 'l/')).toEqual(['a', 'ab', 'c']);
    expect(await names(store, 'none/')).toEqual([]);
    for (const key of ['l/a/1', 'l/a/2']) await store.delete(key);
    expect(await names(store, 'l/')).toEqual(['ab', 'c']);
    expect((await buffer(await store.get('l/ab/ä b+%.txt'))).toString()).toBe('l/ab/ä b+%.txt');
  });

  test('refuses keys that lead out of it', async () => {
    for (const key of ['../a', 'a/../../b', '/etc/passwd', 'a//b', 'a/.', 'a\\b', ''])
      await expect(store.head(key)).rejects.toThrow(TypeError);
  });

  test('is not blocked by answers that nobody reads, once they are destroyed', async () => {
    await put('attachments/mb', 'x'.repeat(1024 * 1024));
    const unread = await Promise.all(Array.from({ length: 80 }, () => store.get('attachments/mb')));
    for (const stream of unread) stream.destroy();
    expect((await buffer(await store.get('attachments/a'))).toString()).toBe('another text');
  });

  test('removes uploads that were never completed', async () => {
    await store.removeUnfinished(Date.now());
    expect((await store.head('attachments/a'))!.sizeBytes).toBe(12);
  });
});

describe('two stores', () => {
  it('read from the former one what the new one does not have, and forget in both', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'overlook-objects-'));
    await mkdir(join(dir, 'old/attachments'), { recursive: true });
    await writeFile(join(dir, 'old/attachments/a'), 'old');
    const [fresh, old] = [new FolderStore(join(dir, 'new')), new FolderStore(join(dir, 'old'))];
    const both = new TwoStores(fresh, old);
    expect((await buffer(await both.get('attachments/a'))).toString()).toBe('old');
    await both.put('attachments/b', bytesSource(Buffer.from('new')));
    expect(await old.head('attachments/b')).toBeNull();
    await both.delete('attachments/a');
    expect([await both.head('attachments/a'), await old.head('attachments/a')]).toEqual([null, null]);
    await rm(dir, { recursive: true });
  });
});
