import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { photos, sites, snapshots } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { ecefFromLla } from '@overlook/shared/maths';
import { PictureRefusedError } from '../../storage/photo-pictures.ts';
import { aPicture } from '../../testing/places.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import { type DescribedPhoto, registerPhotos, removePhotos, storePhoto } from './register-photos.ts';

const POSITION = { longitude: 138.49, latitude: -35.07, height: 42.5 };
const DESCRIBED: DescribedPhoto = {
  name: 'a.jpg',
  sourceName: 'north/a.jpg',
  heightType: 'ground',
  position: POSITION,
  projection: 'perspective',
  headingDeg: 90,
  pitchDeg: -5,
  rollDeg: 0,
  hfovDeg: 60,
  isPoseMeasured: true,
  altitudeSource: 'ellipsoidal',
};

describe('storing described photos', () => {
  let database: Database;
  let filesDir: string;
  let siteId: number;
  beforeAll(async () => {
    database = await openMemoryDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-photos-'));
    const [site] = await database.db.insert(sites).values({ slug: 'a', name: 'A' }).returning();
    siteId = site!.id;
  });
  afterEach(async () => {
    await database.db.delete(sites);
    await rm(filesDir, { recursive: true, force: true });
  });

  async function aFile(width = 60, height = 40, name = 'a.jpg'): Promise<string> {
    const file = path.join(filesDir, name);
    await writeFile(file, await aPicture(width, height));
    return file;
  }
  const pictures = () => readdir(path.join(filesDir, 'snapshots')).catch(() => []);

  it('keeps the pictures and writes both rows', async () => {
    const stored = await storePhoto({ objects: new FolderStore(filesDir), filesDir }, await aFile(), DESCRIBED);
    expect(await registerPhotos(database.db, siteId, [stored])).toEqual([stored]);
    expect((await readdir(path.join(filesDir, 'snapshots', stored.filename))).sort()).toEqual([
      'large.jpg',
      'native.jpg',
      'thumb.jpg',
    ]);
    const [row] = await database.db.select().from(snapshots).innerJoin(photos, eq(photos.snapshotId, snapshots.id));
    const [x, y, z] = ecefFromLla(POSITION);
    expect(row!.snapshots).toMatchObject({
      siteId,
      name: 'a.jpg',
      imageType: 'photo',
      heightType: 'ground',
      createdBy: null,
      x,
      y,
      z,
      longitude: 138.49,
      latitude: -35.07,
      altitude: 42.5,
      imageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(row!.photos).toMatchObject({
      widthPx: 60,
      heightPx: 40,
      tileLevels: 0,
      headingDeg: 90,
      pitchDeg: -5,
      rollDeg: 0,
      hfovDeg: 60,
      sourceName: 'north/a.jpg',
      isPoseMeasured: true,
      takenAt: null,
      crop: null,
    });
  });

  it('writes the same bytes once for each site', async () => {
    const file = await aFile();
    const [first, second] = [
      await storePhoto({ objects: new FolderStore(filesDir), filesDir }, file, DESCRIBED),
      await storePhoto({ objects: new FolderStore(filesDir), filesDir }, file, DESCRIBED),
    ];
    expect(await registerPhotos(database.db, siteId, [first, second])).toEqual([first]);
    expect(await registerPhotos(database.db, siteId, [second])).toEqual([]);
    const [other] = await database.db.insert(sites).values({ slug: 'b', name: 'B' }).returning();
    expect(await registerPhotos(database.db, other!.id, [second])).toEqual([second]);
  });

  it('makes tiles of a wide panorama', async () => {
    const described = { ...DESCRIBED, projection: 'equirectangular', heightType: 'panosphere', hfovDeg: null } as const;
    const wide = await storePhoto({ objects: new FolderStore(filesDir), filesDir }, await aFile(4608, 2304), described);
    expect(wide).toMatchObject({ widthPx: 4608, heightPx: 2304, tileLevels: 3 });
    expect(
      await storePhoto({ objects: new FolderStore(filesDir), filesDir }, await aFile(4096, 2048), described),
    ).toMatchObject({ tileLevels: 0 });
  });

  it('leaves no files of a file that is not a picture', async () => {
    const file = path.join(filesDir, 'a.jpg');
    await writeFile(file, (await aPicture(400, 400)).subarray(0, 700));
    await expect(storePhoto({ objects: new FolderStore(filesDir), filesDir }, file, DESCRIBED)).rejects.toThrow(
      PictureRefusedError,
    );
    await writeFile(file, await aPicture(10, 10, 'gif'));
    await expect(storePhoto({ objects: new FolderStore(filesDir), filesDir }, file, DESCRIBED)).rejects.toThrow(
      'is a GIF; JPEG',
    );
    expect(await pictures()).toEqual([]);
  });

  it('removes all photos of a site, and no Places', async () => {
    const stored = await storePhoto({ objects: new FolderStore(filesDir), filesDir }, await aFile(), DESCRIBED);
    await registerPhotos(database.db, siteId, [stored]);
    await database.db.insert(snapshots).values({ siteId, name: 'A Place' });
    expect(await removePhotos(database.db, siteId)).toEqual([stored.filename]);
    expect(await Promise.all([database.db.$count(snapshots), database.db.$count(photos)])).toEqual([1, 0]);
  });
});
