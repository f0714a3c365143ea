import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStore } from '../objects/folder-store.ts';
import { bytesSource } from '../objects/object-sources.ts';
import type { ByteRange } from '../objects/object-store.ts';
import { TwoStores } from '../objects/two-stores.ts';
import { removePacked } from './packed-parts.ts';
import { StoredFolders } from './stored-folders.ts';

const A = 'models/a/shaded/mwqma9uj-554509a98fa7';
const B = 'models/b/shaded/mwqma9uj-554509a98fa8';
const bytesOf = (i: number) => Buffer.alloc(1000, `tile ${i} `);

const C = 'models/c/shaded/mwqma9uj-554509a98fa9';

/** A folder in place of a bucket, which counts what is read. */
class CountingStore extends FolderStore {
  reads = 0;
  override get(key: string, range?: ByteRange): Promise<Readable> {
    this.reads++;
    return super.get(key, range);
  }
}

let dir: string;
let bucket: CountingStore;
let objects: TwoStores;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'overlook-folders-'));
  bucket = new CountingStore(join(dir, 'bucket'));
  objects = new TwoStores(bucket, new FolderStore(join(dir, 'files')));
});
afterEach(() => rm(dir, { recursive: true }));

/** Folders of which these are packed, with twenty tiles each and a file that is larger than a block. */
async function packed(scratchBytesMost = 1e9, names = [A, B]): Promise<StoredFolders> {
  const folders = new StoredFolders({ filesDir: join(dir, 'files'), objects, scratchBytesMost });
  for (const name of names) {
    const local = folders.localPath(name);
    await mkdir(join(local, 'tiles'), { recursive: true });
    for (let i = 0; i < 20; i++) await writeFile(join(local, `tiles/${i}.glb`), bytesOf(i));
    await writeFile(join(local, 'large.bin'), Buffer.alloc(600_000, 'large '));
    await folders.pack(name);
    await rm(local, { recursive: true });
  }
  return folders;
}
const scratch = async () => {
  const [own] = (await readdir(join(dir, 'files/incoming'))).filter((name) => name.startsWith('unpacked-'));
  return readdir(join(dir, 'files/incoming', own!));
};

describe('packed folders', () => {
  it('are read in blocks, in which small files have their neighbours', async () => {
    const folders = await packed();
    bucket.reads = 0;
    for (let i = 0; i < 20; i++) expect((await folders.read(A, `tiles/${i}.glb`)).equals(bytesOf(i))).toBe(true);
    const reads = bucket.reads;
    expect(reads).toBeLessThanOrEqual(3);
    const large = (await folders.locate(A, 'large.bin'))!;
    expect((await buffer(await folders.open(large))).equals(Buffer.alloc(600_000, 'large '))).toBe(true);
    expect((await buffer(await folders.open(large, { first: 599_994, last: 599_999 }))).toString()).toBe('large ');
    expect(await folders.locate(A, 'tiles')).toBeNull();
    expect(await folders.locate('models/none/cad/mwqma9uj-554509a98fa7', 'tiles/0.glb')).toBeNull();
  });

  it('are kept unpacked within the limit, and those in use in any case', async () => {
    const folders = await packed(1, [A, B, C]);
    const use = (name: string) => folders.with(name, (folder) => readFile(join(folder, 'tiles/7.glb')));
    await folders.with(A, async (folder) => {
      expect((await use(B)).equals(bytesOf(7))).toBe(true);
      expect(existsSync(join(folder, 'large.bin'))).toBe(true);
      expect(await scratch()).toHaveLength(2);
    });
    await use(A);
    bucket.reads = 0;
    await use(A);
    expect(bucket.reads).toBe(0);
    await use(C);
    expect(await scratch()).toHaveLength(1);
    // One process unpacks for itself alone, also where two ask at once.
    await Promise.all([use(A), use(A), use(B)]);
    await folders.close();
    expect(await readdir(join(dir, 'files/incoming'))).toEqual([]);
  });

  it('that are lost or damaged say so, and leave nothing unpacked', async () => {
    const folders = await packed();
    const key = `packed/${A}/base.zip`;
    const bytes = await buffer(await bucket.get(key));
    bytes[bytes.indexOf('tile 3')]! ^= 1;
    await bucket.put(key, bytesSource(bytes));
    await expect(folders.with(A, async () => {})).rejects.toThrow('has other bytes of tiles/3.glb than were packed');
    await removePacked(objects, B);
    folders.forget(B);
    await expect(folders.with(B, async () => {})).rejects.toMatchObject({ code: 'FILE_LOST' });
    expect(await scratch()).toEqual([]);
    await folders.close();
  });
});
