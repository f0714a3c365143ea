import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { instanceState } from '@overlook/db/schema';
import type { Env } from '../../env.ts';
import { StoreFailedError } from '../../errors/store-failed.ts';
import { incomingFolder } from '../receive-file.ts';
import { FolderStore } from './folder-store.ts';
import { bytesSource } from './object-sources.ts';
import { ObjectMissingError, type ObjectStore } from './object-store.ts';
import { TwoStores } from './two-stores.ts';

/** The object that says whose the bucket is: sweeps of another installation would remove what no row of theirs names. */
export const OWNER_KEY = 'installation.json';
const STATE_KEY = 'storage';

/**
 * The store of this installation: `STORAGE_URL`, with the folder of files as the former one, or that folder. A bucket is tried, and claimed at
 * its first use. Throws `StoreFailedError` where something is refused, or where it belongs to another installation.
 */
export async function openObjects(env: Pick<Env, 'storage'>, filesDir: string, db: Db): Promise<ObjectStore> {
  const folder = new FolderStore(filesDir);
  if (env.storage === null) return folder;
  // Loaded only where it is used: it has thousands of files.
  const { S3Store } = await import('./s3-store.ts');
  const store = new S3Store(env.storage, incomingFolder(filesDir));
  try {
    await claim(store, await installationOf(db));
  } catch (error) {
    store.close();
    throw error;
  }
  return new TwoStores(store, folder);
}

/** The id of this installation, the same for all its servers. */
async function installationOf(db: Db): Promise<string> {
  await db
    .insert(instanceState)
    .values({ key: STATE_KEY, value: { installation: randomUUID() } })
    .onConflictDoNothing();
  const [row] = await db.select().from(instanceState).where(eq(instanceState.key, STATE_KEY));
  return String(row!.value['installation']);
}

/** Stores whose the place is, and tries each operation. */
async function claim(store: ObjectStore, installation: string): Promise<void> {
  const owner = await ownerOf(store);
  if (owner !== null && owner !== installation)
    throw new StoreFailedError(
      `${store.address} belongs to another installation, whose files would be removed. Give this one a folder of its own in STORAGE_URL; where it is the same installation with a restored database, remove the object ${OWNER_KEY} first.`,
    );
  await store.put(OWNER_KEY, bytesSource(Buffer.from(JSON.stringify({ installation }))));
  await tryObjects(store);
}

/**
 * Tries each operation with an object that is removed again. Throws `RangeIgnoredError`, `BytesChangedError`, and what the store throws.
 */
export async function tryObjects(store: ObjectStore): Promise<void> {
  const bytes = randomBytes(64);
  const probe = `probes/${randomUUID()}`;
  await store.put(probe, bytesSource(bytes));
  try {
    const part = await buffer(await store.get(probe, { first: 1, last: 4 }));
    if (part.length === bytes.length) throw new RangeIgnoredError(store.address);
    const all = await buffer(await store.get(probe));
    if (!part.equals(bytes.subarray(1, 5)) || !all.equals(bytes)) throw new BytesChangedError(store.address);
    for await (const _ of store.list(probe)) break;
  } finally {
    await store.delete(probe);
  }
}

/** The store sends whole objects to those who ask for a part. */
export class RangeIgnoredError extends StoreFailedError {
  constructor(readonly address: string) {
    super(`${address} does not answer requests for a range of bytes.`);
  }
}

/** The store sends other bytes than it was given. */
export class BytesChangedError extends StoreFailedError {
  constructor(readonly address: string) {
    super(`${address} gives back other bytes than it was given.`);
  }
}

async function ownerOf(store: ObjectStore): Promise<string | null> {
  try {
    const stored = JSON.parse((await buffer(await store.get(OWNER_KEY))).toString()) as { installation?: unknown };
    return String(stored.installation);
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}
