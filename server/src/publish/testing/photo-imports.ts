import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '@overlook/db';
import { photos, sites, snapshots } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { type ImportRequest, importSite } from '../import-site.ts';
import { aPhoto, gpsAt, type MadeTags } from './made-photos.ts';

/** Origin of the sites that photos are imported to, and a place in it. */
export const ORIGIN = { longitude: 138.49, latitude: -35.07, height: 30 };
export const NEAR = gpsAt(138.4905, -35.0705, 45);

/** A site “a” and an empty folder of photos for each test of the file, and functions for tests. */
export function photoImports() {
  let database: Database;
  let filesDir: string;
  let folder: string;
  let siteId: number;
  const folders: string[] = [];
  beforeAll(async () => {
    database = await openMemoryDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-files-'));
    folder = await mkdtemp(path.join(tmpdir(), 'overlook-photos-'));
    folders.push(filesDir, folder);
    siteId = await aSite('a');
  });
  afterEach(async () => {
    await database.db.delete(sites);
    for (const one of folders.splice(0)) await rm(one, { recursive: true, force: true });
  });

  async function aSite(slug: string, more: Partial<typeof sites.$inferInsert> = {}): Promise<number> {
    const data = { avatar: null, minimapMaxNativeZoom: null, meta: { origin: ORIGIN, homeBookmark: null } };
    const [site] = await database.db
      .insert(sites)
      .values({ slug, name: 'A', data, ...more })
      .returning();
    return site!.id;
  }
  async function put(name: string, content: Uint8Array | string): Promise<void> {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  const photo = async (name: string, tags: MadeTags = { gps: NEAR }, width?: number, height?: number) =>
    put(name, await aPhoto(tags, width, height));
  const run = (request: Partial<ImportRequest> = {}, more: object = {}) =>
    importSite({ db: database.db, filesDir, ...more }, { slug: 'a', layers: {}, photos: folder, ...request });
  /** The stored data of each photo, by its path. */
  const rows = async () =>
    (
      await database.db
        .select()
        .from(snapshots)
        .innerJoin(photos, eq(photos.snapshotId, snapshots.id))
        .orderBy(photos.sourceName)
    ).map((row) => ({ ...row.snapshots, ...row.photos }));
  const pictures = async () => (await readdir(path.join(filesDir, 'snapshots')).catch(() => [])).sort();
  const work = () => readdir(path.join(filesDir, 'converting')).catch(() => []);
  return {
    put,
    photo,
    run,
    rows,
    pictures,
    work,
    aSite,
    /** Removes a folder after the test. */
    temporary: (one: string) => void folders.push(one),
    stores: () => ({ db: database.db, filesDir, folder, siteId }),
  };
}
