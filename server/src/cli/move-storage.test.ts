import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@overlook/db';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderStore } from '../storage/objects/folder-store.ts';
import { bytesSource } from '../storage/objects/object-sources.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { TwoStores } from '../storage/objects/two-stores.ts';
import { moveStorage } from './move-storage.ts';
import { storageMove } from './storage-commands.ts';

let dir: string;
let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
  dir = await mkdtemp(join(tmpdir(), 'overlook-storage-'));
});
afterAll(async () => {
  await database.close();
  await rm(dir, { recursive: true });
});
const storesOf = (objects: ObjectStore | undefined) => ({
  db: database.db,
  filesDir: join(dir, 'old'),
  ...(objects && { objects }),
});

const inputOf = (options: Record<string, boolean>, positionals: string[] = []) =>
  storageMove.toInput({ options, positionals, workingDir: '/' });
const context = { signal: new AbortController().signal, onProgress: () => {} };

describe('overlook storage move', () => {
  it('needs a bucket', async () => {
    const alone = moveStorage(storesOf(new FolderStore(dir)), { back: false, keep: false }, context);
    await expect(alone).rejects.toThrow('STORAGE_URL is not set, so there is nowhere to move files to.');
    await expect(moveStorage(storesOf(undefined), { back: false, keep: false }, context)).rejects.toThrow(
      'STORAGE_URL',
    );
  });

  it('takes its options, and no arguments', () => {
    expect(inputOf({})).toEqual({ back: false, keep: false });
    expect(inputOf({ back: true, keep: true })).toEqual({ back: true, keep: true });
    expect(() => inputOf({}, ['x'])).toThrow('“x” is not expected here.');
  });

  it('moves there and back, and says how much', async () => {
    const [store, former] = [new FolderStore(join(dir, 'new')), new FolderStore(join(dir, 'old'))];
    const both = new TwoStores(store, former);
    await former.put('attachments/a', bytesSource(Buffer.alloc(2048)));
    const progress: number[] = [];
    const onProgress = ({ done }: { done: number }) => void progress.push(done);
    const there = await moveStorage(storesOf(both), { back: false, keep: false }, { ...context, onProgress });
    expect([there, progress]).toEqual([{ moved: 1, bytes: 2048, already: 0 }, [1]]);
    expect([await former.head('attachments/a'), (await store.head('attachments/a'))?.sizeBytes]).toEqual([null, 2048]);
    const back = await moveStorage(storesOf(both), { back: true, keep: true }, context);
    expect(storageMove.describe(back as never)).toMatch(/^Files moved: 1 \(2\.0\skB\)\. Already there: 0\.$/);
    expect((await former.head('attachments/a'))?.sizeBytes).toBe(2048);
  });

  it('fails with the names of files that could not be moved', async () => {
    const [store, former] = [new FolderStore(join(dir, 'broken')), new FolderStore(join(dir, 'source'))];
    await former.put('exports/a.las', bytesSource(Buffer.from('a')));
    store.put = () => Promise.reject(new Error('is refused'));
    const moving = moveStorage(storesOf(new TwoStores(store, former)), { back: false, keep: false }, context);
    await expect(moving).rejects.toMatchObject({
      failure: { code: 'INCOMPLETE', error: expect.stringContaining('such as: exports/a.las is refused.') },
    });
    expect(await former.head('exports/a.las')).not.toBeNull();
  });
});
