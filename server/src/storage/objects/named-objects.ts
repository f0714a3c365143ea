import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { attachments, pointgrabDownloads, sites, snapshots, snapshotUploads, uploads } from '@overlook/db/schema';
import { OBJECT_KEYS } from './object-keys.ts';
import type { ObjectStore } from './object-store.ts';

const AVATAR = /^\/api\/files\/snapshots\/([^/]+)\/thumb$/;

const attachmentNames = async (db: Db): Promise<string[]> =>
  (await db.select({ uuid: attachments.uuid }).from(attachments)).map(({ uuid }) => uuid);

async function exportNames(db: Db): Promise<string[]> {
  const { filename, status, deletedAt } = pointgrabDownloads;
  const isFinished = and(eq(status, 'completed'), isNull(deletedAt));
  return (await db.select({ filename }).from(pointgrabDownloads).where(isFinished)).map((row) => row.filename);
}

async function pictureNames(db: Db): Promise<string[]> {
  const [ofSnapshots, ofUploads, ofSites] = await Promise.all([
    db.select({ name: snapshots.filename }).from(snapshots).where(isNotNull(snapshots.filename)),
    db.select({ name: snapshotUploads.uuid }).from(snapshotUploads),
    db.select({ avatar: sql<string | null>`${sites.data}->>'avatar'` }).from(sites),
  ]);
  const avatars = ofSites.flatMap(({ avatar }) => AVATAR.exec(avatar ?? '')?.[1] ?? []);
  return [...new Set([...ofSnapshots.map(({ name }) => name!), ...ofUploads.map(({ name }) => name), ...avatars])];
}

const deliveryNames = async (db: Db): Promise<string[]> =>
  (await db.select({ id: uploads.id }).from(uploads).where(ne(uploads.state, 'done'))).map(({ id }) => id);

/** Deliveries of which no byte was acknowledged. */
async function emptyDeliveries(db: Db): Promise<string[]> {
  const begun = and(ne(uploads.state, 'done'), eq(uploads.receivedBytes, 0));
  return (await db.select({ id: uploads.id }).from(uploads).where(begun)).map(({ id }) => id);
}

interface Kind {
  readonly prefix: string;
  /** What rows name. */
  namesOf(db: Db): Promise<string[]>;
  /** Of these, those that may have no object. */
  emptyOf?(db: Db): Promise<string[]>;
}

const KINDS: readonly Kind[] = [
  { prefix: OBJECT_KEYS.attachments, namesOf: attachmentNames },
  { prefix: OBJECT_KEYS.exports, namesOf: exportNames },
  { prefix: OBJECT_KEYS.pictures, namesOf: pictureNames },
  { prefix: OBJECT_KEYS.uploads, namesOf: deliveryNames, emptyOf: emptyDeliveries },
];

/** Objects that rows name, beside those that are stored. */
export interface ComparedObjects {
  /** Objects that rows name. */
  readonly named: number;
  /** Objects that no row names. */
  readonly unnamed: number;
  /** Keys that rows name and the store does not have. */
  readonly lost: readonly string[];
}

/** Compares the objects that rows name with those that are stored; `onListed` is called for each of these, and may throw. */
export async function compareObjects(
  { db, objects }: { readonly db: Db; readonly objects: ObjectStore },
  onListed: () => void = () => {},
): Promise<ComparedObjects> {
  const lost: string[] = [];
  const counts = { named: 0, unnamed: 0 };
  for (const { prefix, namesOf, emptyOf } of KINDS) {
    // Read first: a file is stored before its row.
    const [named, empty] = [await namesOf(db), new Set(await emptyOf?.(db))];
    const stored = new Set<string>();
    for await (const name of objects.names(prefix)) {
      onListed();
      stored.add(name);
    }
    const missing = named.filter((name) => !stored.has(name) && !empty.has(name));
    // Rows may have been removed with their files meanwhile, or named more of them.
    const still = new Set(missing.length > 0 || stored.size > named.length ? await namesOf(db) : named);
    for (const name of missing)
      if (still.has(name) && !(await isStored(objects, prefix + name))) lost.push(prefix + name);
    counts.named += named.length;
    for (const name of stored) if (!still.has(name)) counts.unnamed++;
  }
  return { ...counts, lost };
}

/** Whether there is one after all: it may have been moved between stores while they were listed. */
async function isStored(objects: ObjectStore, prefix: string): Promise<boolean> {
  for await (const { key } of objects.list(prefix)) if (key === prefix || key.startsWith(`${prefix}/`)) return true;
  return false;
}
