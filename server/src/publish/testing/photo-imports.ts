import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { photos, sites, snapshots } from '@overlook/db/schema';
import { type ImportRequest, importSite } from '../import/import-site.ts';
import { importStores } from './import-stores.ts';
import { aPhoto, gpsAt, type MadeTags } from './made-photos.ts';

/** Origin of the sites that photos are imported to, and a place in it. */
export const ORIGIN = { longitude: 138.49, latitude: -35.07, height: 30 };
export const NEAR = gpsAt(138.4905, -35.0705, 45);

/** A site “a” and an empty folder of photos for each test of the file, and functions for tests. */
export function photoImports() {
  const stores = importStores();
  let siteId: number;
  beforeEach(async () => {
    siteId = await aSite('a');
  });

  async function aSite(slug: string, more: Partial<typeof sites.$inferInsert> = {}): Promise<number> {
    const data = { avatar: null, minimapMaxNativeZoom: null, meta: { origin: ORIGIN, homeBookmark: null } };
    const [site] = await stores.db
      .insert(sites)
      .values({ slug, name: 'A', data, ...more })
      .returning();
    return site!.id;
  }
  async function put(name: string, content: Uint8Array | string): Promise<void> {
    await mkdir(path.dirname(path.join(stores.sourcesDir, name)), { recursive: true });
    await writeFile(path.join(stores.sourcesDir, name), content);
  }
  const photo = async (name: string, tags: MadeTags = { gps: NEAR }, width?: number, height?: number) =>
    put(name, await aPhoto(tags, width, height));
  const run = (request: Partial<ImportRequest> = {}, more: object = {}) =>
    importSite(
      { db: stores.db, filesDir: stores.filesDir, ...more },
      { slug: 'a', layers: {}, photos: stores.sourcesDir, ...request },
    );
  /** The stored data of each photo, by its path. */
  const rows = async () =>
    (
      await stores.db
        .select()
        .from(snapshots)
        .innerJoin(photos, eq(photos.snapshotId, snapshots.id))
        .orderBy(photos.sourceName)
    ).map((row) => ({ ...row.snapshots, ...row.photos }));
  const pictures = async () => (await readdir(path.join(stores.filesDir, 'snapshots')).catch(() => [])).sort();
  const work = () => readdir(path.join(stores.filesDir, 'converting')).catch(() => []);
  return {
    put,
    photo,
    run,
    rows,
    pictures,
    work,
    aSite,
    /** Removes a folder after the test. */
    temporary: stores.temporary,
    stores: () => ({ db: stores.db, filesDir: stores.filesDir, folder: stores.sourcesDir, siteId }),
  };
}
