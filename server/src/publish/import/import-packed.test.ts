import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sweepPacked } from '../../storage/folders/named-folders.ts';
import { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import type { ObjectSource } from '../../storage/objects/object-store.ts';
import { TwoStores } from '../../storage/objects/two-stores.ts';
import { heldVersion, versionName } from '../../storage/version-folders.ts';
import { listSites } from '../register/stored-sites.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { importPlace } from '../testing/import-place.ts';
import { importStores } from '../testing/import-stores.ts';

const place = importPlace();
const { leftovers, run, source, onDisk } = place;
const elsewhere = importStores();

/** A folder in place of a bucket. */
function packing(bucket = new FolderStore(elsewhere.filesDir)) {
  const objects = new TwoStores(bucket, new FolderStore(place.filesDir));
  return { objects, folders: new StoredFolders({ filesDir: place.filesDir, objects }) };
}
async function keys(): Promise<string[]> {
  const found = [];
  for await (const { key } of new FolderStore(elsewhere.filesDir).list('packed/')) found.push(key);
  return found;
}
const DEAD = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), startedAt: Date.now() });

describe('an import into an object store', () => {
  it('leaves nothing where the second of its layers cannot be sent', async () => {
    class FailingStore extends FolderStore {
      override put(key: string, object: ObjectSource): Promise<void> {
        return key.includes('/cad/') ? Promise.reject(new Error('is refused')) : super.put(key, object);
      }
    }
    const layers = { textured: await source(), cad: await source() };
    const failing = run({ slug: 'a', layers }, packing(new FailingStore(elsewhere.filesDir)));
    await expect(failing).rejects.toThrow('is refused');
    expect([leftovers().filter((name) => name !== 'incoming'), await keys(), await listSites(place.db)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('registers nothing that is given back with other bytes', async () => {
    class DamagingStore extends FolderStore {
      override async get(): Promise<Readable> {
        return Readable.from([Buffer.from('other bytes')]);
      }
    }
    const layers = { textured: await source() };
    const damaged = run({ slug: 'a', layers }, packing(new DamagingStore(elsewhere.filesDir)));
    await expect(damaged).rejects.toThrow('gives back other bytes of packed/models/a/textured/');
    expect([await keys(), await listSites(place.db)]).toEqual([[], []]);
  });

  it('can be cancelled while it sends', async () => {
    const controller = new AbortController();
    const onProgress = ({ phase }: { phase: string }) => phase === 'uploading' && controller.abort();
    const layers = { textured: await source() };
    const stopped = run({ slug: 'a', layers }, { ...packing(), signal: controller.signal, onProgress });
    await expect(stopped).rejects.toThrow('aborted');
    expect([await keys(), await listSites(place.db)]).toEqual([[], []]);
  });

  it('is complete after a kill at its end, and swept after one before', async () => {
    const stores = packing();
    const { layers } = await run({ slug: 'a', layers: { textured: await source() } }, stores);
    const folder = path.dirname(onDisk(layers[0]!.filepath));
    const name = versionName(heldVersion(layers[0]!.filepath)!.folder);
    expect(existsSync(folder)).toBe(false);
    // As a process that was killed when it had registered the version.
    await stores.folders.with(name, (unpacked) => cp(unpacked, folder, { recursive: true }));
    await writeFile(`${folder}.owner`, DEAD);
    await sweepImports({ db: place.db, filesDir: place.filesDir, folders: stores.folders });
    expect([existsSync(folder), existsSync(`${folder}.owner`)]).toEqual([false, false]);
    expect(await stores.folders.isThere(name)).toBe(true);
    // A folder that was never packed stays.
    const kept = await run({ slug: 'a', replace: true, layers: { textured: await source() } });
    await sweepImports({ db: place.db, filesDir: place.filesDir, folders: stores.folders });
    expect(existsSync(onDisk(kept.layers[0]!.filepath))).toBe(true);
    // The pack of the version that was replaced without the object store, and of one that was never registered.
    expect(await keys()).toHaveLength(1);
    await sweepPacked({ db: place.db, objects: stores.objects }, Date.now() + 1000);
    expect(await keys()).toEqual([]);
    await stores.folders.close();
  });
});
