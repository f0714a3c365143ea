import type { Db } from '@overlook/db';
import { captures, pointclouds } from '@overlook/db/schema';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { TwoStores } from '../objects/two-stores.ts';
import { unnamedObjects } from '../objects/sweep-unnamed.ts';
import { heldVersion, versionName } from '../version-folders.ts';
import { basePart, type FolderName, partOfKey } from './packed-parts.ts';
import type { StoredFolders } from './stored-folders.ts';

/** The folders that rows name: versions of layers and exact clouds. */
export async function namedFolders(db: Db): Promise<ReadonlySet<FolderName>> {
  const [ofCaptures, ofClouds] = await Promise.all([
    db.selectDistinct({ filepath: captures.filepath }).from(captures),
    db.select({ filepath: pointclouds.filepath }).from(pointclouds),
  ]);
  const held = ofCaptures.map(({ filepath }) => heldVersion(filepath));
  return new Set([
    ...held.flatMap((version) => (version ? versionName(version.folder) : [])),
    ...ofClouds.map(({ filepath }) => filepath),
  ]);
}

interface PackedStores {
  readonly db: Db;
  readonly objects: ObjectStore;
}

/** What an object store has of folders: in the folder of files, those are folders, which have sweeps of their own. */
const STORED = [OBJECT_KEYS.packed, OBJECT_KEYS.clouds];

/** Keys of parts of folders that no row names, last changed before `beforeMs` (Unix milliseconds). */
export async function* unnamedParts({ db, objects: all }: PackedStores, beforeMs: number): AsyncGenerator<string> {
  const objects = all instanceof TwoStores ? all.store : all;
  for (const prefix of objects === all ? [OBJECT_KEYS.packed] : STORED) {
    const found = unnamedObjects({ objects, prefix, beforeMs }, async (names) => {
      const named = await namedFolders(db);
      return new Set(names.filter((name) => named.has(partOfKey(prefix + name)?.name ?? '')));
    });
    for await (const name of found) yield prefix + name;
  }
}

/** Removes the parts of folders that no row names, last changed before `beforeMs` (Unix milliseconds). */
export async function sweepPacked(stores: PackedStores, beforeMs: number): Promise<void> {
  for await (const key of unnamedParts(stores, beforeMs)) await stores.objects.delete(key);
}

/** Compares the folders that rows name with those that are stored; `onListed` is called for each part, and may throw. */
export async function compareFolders(
  { db, objects, folders }: PackedStores & { readonly folders: StoredFolders },
  onListed: () => void,
): Promise<{ readonly named: number; readonly unnamed: number; readonly lost: readonly FolderName[] }> {
  // Read first: a folder is stored before its row.
  const named = await namedFolders(db);
  const [stored, complete] = [new Set<FolderName>(), new Set<FolderName>()];
  for (const prefix of STORED)
    for await (const { key } of objects.list(prefix)) {
      onListed();
      const { name, part } = partOfKey(key) ?? {};
      if (name === undefined) continue;
      stored.add(name);
      if (part === basePart(name)) complete.add(name);
    }
  const missing: FolderName[] = [];
  for (const name of named) if (!complete.has(name) && !(await folders.isThere(name))) missing.push(name);
  const still = await namedFolders(db);
  const lost = missing.filter((name) => still.has(name));
  return { named: named.size, unnamed: [...stored].filter((name) => !still.has(name)).length, lost };
}
