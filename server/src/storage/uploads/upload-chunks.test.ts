import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryOf } from '../../files/uploads/testing/made-delivery.ts';
import { FolderStore } from '../objects/folder-store.ts';
import { bytesSource } from '../objects/object-sources.ts';
import type { ListedObject, ObjectSource } from '../objects/object-store.ts';
import { TwoStores } from '../objects/two-stores.ts';
import { openUpload, removeUpload } from './stored-upload.ts';
import {
  CHUNK_BYTES,
  chunkBytes,
  chunkKey,
  joinChunks,
  joinedChunks,
  readChunks,
  removeChunks,
} from './upload-chunks.ts';
import { writeChunks } from './write-chunks.ts';
import { cutIsEnd } from './write-segments.ts';

const ID = 'one';
const chunk = (startByte: number, endByte: number) => ({ key: chunkKey(ID, startByte, endByte), startByte, endByte });

let dir: string;
let objects: FolderStore;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'overlook-chunks-'));
  objects = new FolderStore(dir);
});
afterEach(() => rm(dir, { recursive: true }));

async function keys(): Promise<string[]> {
  const found = [];
  for await (const { key } of objects.list('')) found.push(key);
  return found.sort();
}
async function read(): Promise<Buffer> {
  const parts = [];
  for await (const bytes of readChunks(objects, await joinedChunks(objects, ID))) parts.push(bytes);
  return Buffer.concat(parts);
}
const write = (
  stream: AsyncIterable<Buffer>,
  offset: number,
  { end = Infinity, onStored = async (_reached: number) => true } = {},
) => writeChunks(cutIsEnd(stream), { objects, id: ID, offset, endFor: () => end, onStored });

describe('the chunks of a delivery', () => {
  it('are taken up to the first gap, whichever overlap', () => {
    const joined = joinChunks([chunk(20, 30), chunk(5, 12), chunk(0, 10), chunk(0, 4), chunk(12, 14), chunk(40, 50)]);
    expect(joined.map(({ startByte, endByte, fromByte }) => [startByte, endByte, fromByte])).toEqual([
      [0, 10, 0],
      [5, 12, 10],
      [12, 14, 12],
    ]);
    expect(joinChunks([chunk(1, 2)])).toEqual([]);
  });

  it('hold what came until the connection was cut, and go on from there', async () => {
    const sent = randomBytes(2 * CHUNK_BYTES + 1000);
    async function* cut() {
      yield sent.subarray(0, CHUNK_BYTES - 1);
      yield sent.subarray(CHUNK_BYTES - 1, CHUNK_BYTES + 500);
      throw new Error('cut');
    }
    const reached: number[] = [];
    const onStored = async (at: number) => reached.push(at) > 0;
    expect(await write(cut(), 0, { onStored })).toBe(CHUNK_BYTES + 500);
    expect(await chunkBytes(objects, ID, 0)).toBe(CHUNK_BYTES + 500);
    const rest = Readable.from([sent.subarray(CHUNK_BYTES + 500), Buffer.from('behind the end')]);
    await write(rest, CHUNK_BYTES + 500, { end: sent.length, onStored });
    expect(reached).toEqual([CHUNK_BYTES, CHUNK_BYTES + 500, 2 * CHUNK_BYTES + 500, sent.length]);
    expect((await read()).equals(sent)).toBe(true);
    await removeChunks(objects, ID);
    expect(await keys()).toEqual([]);
  });

  it('are not replaced by those of a request that comes late', async () => {
    const sent = randomBytes(300);
    await write(Readable.from([sent]), 0);
    await write(Readable.from([sent.subarray(0, 100)]), 0);
    await write(Readable.from([sent.subarray(50, 200)]), 50);
    expect((await read()).equals(sent)).toBe(true);
  });

  it('are not stored of a delivery that was removed meanwhile', async () => {
    const writing = write(Readable.from([randomBytes(CHUNK_BYTES + 5)]), 0, { onStored: async () => false });
    await expect(writing).rejects.toMatchObject({ name: 'UploadGoneError' });
    expect(await keys()).toEqual([]);
  });

  it('are not noted where they could not be stored', async () => {
    class FailingStore extends FolderStore {
      override put(_key: string, _source: ObjectSource): Promise<void> {
        return Promise.reject(new Error('is refused'));
      }
    }
    objects = new FailingStore(dir);
    const noted: number[] = [];
    const onStored = async (at: number) => noted.push(at) > 0;
    await expect(write(Readable.from([randomBytes(5)]), 0, { onStored })).rejects.toThrow('is refused');
    expect(noted).toEqual([]);
  });

  it('are listed near the end only, unless they are not where the row says', async () => {
    const GB = 1e9;
    const all: ListedObject[] = [];
    for (let at = 0; at < 3 * GB; at += CHUNK_BYTES)
      all.push({ key: chunkKey(ID, at, at + CHUNK_BYTES), sizeBytes: CHUNK_BYTES, modifiedAt: new Date(0) });
    const end = all.length * CHUNK_BYTES;
    let listed = 0;
    class ListedStore extends FolderStore {
      override async *list(prefix: string): AsyncGenerator<ListedObject> {
        for (const object of all) {
          if (!object.key.startsWith(prefix)) continue;
          listed++;
          yield object;
        }
      }
    }
    const store = new ListedStore(dir);
    for (const noted of [end, end - 1, end - CHUNK_BYTES, 2 * GB + 1, GB, CHUNK_BYTES, 1, 0])
      expect(await chunkBytes(store, ID, noted), String(noted)).toBe(end);
    listed = 0;
    await chunkBytes(store, ID, end);
    expect(listed).toBeLessThan(130);
    all.splice(200, 1);
    expect(await chunkBytes(store, ID, 200 * CHUNK_BYTES)).toBe(200 * CHUNK_BYTES);
    // A row from a backup, without its chunks.
    all.length = 3;
    expect(await chunkBytes(store, ID, 2.5 * GB)).toBe(3 * CHUNK_BYTES);
    all.length = 0;
    expect(await chunkBytes(store, ID, end)).toBe(0);
  });

  it('become files also where they lie in the folder of files, as after a restore', async () => {
    const { stream, input } = await deliveryOf([{ part: 'points', path: 'a/one.las', bytes: Buffer.from('points') }]);
    await objects.put(chunkKey(ID, 0, 20), bytesSource(stream.subarray(0, 20)));
    const row = { ...input, id: ID, receivedBytes: input.bytes };
    const upload = await openUpload({ filesDir: dir }, row);
    expect(await upload.received()).toBe(20);
    await expect(upload.with(async () => {})).rejects.toMatchObject({ name: 'UploadLostError' });
    await upload.write(Readable.from([stream.subarray(20)]), 20, async () => true);
    const file = await upload.with((folder) => readFile(path.join(folder, 'parts/points/a/one.las'), 'utf8'));
    expect([file, await upload.has('points', 'a/one.las')]).toEqual(['points', true]);
    await removeUpload({ filesDir: dir }, ID);
    expect(await keys()).toEqual([]);
  });

  it('are refused before the first file where a path is a file and a folder', async () => {
    const bytes = Buffer.from('x');
    const { stream, input } = await deliveryOf([
      { part: 'points', path: 'x', bytes },
      { part: 'points', path: 'x/y', bytes },
    ]);
    const stores = { filesDir: dir, objects: new TwoStores(new FolderStore(path.join(dir, 'bucket')), objects) };
    const upload = await openUpload(stores, { ...input, id: ID, receivedBytes: 0 });
    const writing = upload.write(Readable.from([stream]), 0, async () => true);
    await expect(writing).rejects.toMatchObject({ name: 'PathRefusedError' });
    expect(await upload.received()).toBe(input.listBytes);
  });
});
