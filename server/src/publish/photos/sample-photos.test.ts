import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sites } from '@overlook/db/schema';
import { hasSampleFile, sampleFile } from '../testing/sample-data.ts';
import { photoImports } from '../testing/photo-imports.ts';

describe.runIf(hasSampleFile('photos/pano/examplepano.jpg'))('importing photos of real cameras', () => {
  const { run, rows, stores } = photoImports();

  const samples = (name: string) => sampleFile(`photos/${name}`);
  const at = (longitude: number, latitude: number) =>
    stores()
      .db.update(sites)
      .set({
        data: {
          avatar: null,
          minimapMaxNativeZoom: null,
          meta: { origin: { longitude, latitude, height: 0 }, homeBookmark: null },
        },
      })
      .where(eq(sites.id, stores().siteId));

  it('reads six of a drone, straight down', async () => {
    await at(-91.994, 46.8427);
    const { photos: result } = await run({ photos: samples('drone-brighton-beach'), altitudes: 'ellipsoidal' });
    expect(result).toMatchObject({ added: 6, types: { airborne: 6 }, refused: 0, withoutDirection: 0 });
    const made = await rows();
    expect(made.map(({ headingDeg }) => headingDeg!.toFixed(1))).toEqual([
      '45.0',
      '44.2',
      '43.8',
      '228.0',
      '228.6',
      '42.0',
    ]);
    for (const row of made) {
      expect(row).toMatchObject({
        widthPx: 4000,
        heightPx: 2250,
        pitchDeg: -89.9,
        isPoseMeasured: true,
        camera: 'DJI FC300S',
      });
      expect(row.altitude).toBeGreaterThan(198.2);
      expect(row.altitude).toBeLessThan(198.7);
    }
  });

  it('reads four that say no altitude, and one of a phone far from them', async () => {
    await at(11.88, 43.466);
    const { photos: result, warnings } = await run({ photos: samples('ground-gps') });
    expect(result).toMatchObject({
      added: 4,
      types: { ground: 4 },
      altitudes: { assumed: 4 },
      refused: 1,
      withoutDirection: 4,
    });
    expect(warnings).toEqual([expect.stringMatching(/^iphone6\.jpg was taken 1,\d{3} km from the site/)]);
    for (const { altitude } of await rows()) expect(altitude).toBeCloseTo(1.6, 6);
  });

  it('shows four orientations of one picture alike', async () => {
    const names = [1, 3, 6, 8].map((orientation) => `landscape_${orientation}.jpg`);
    const table = path.join(stores().filesDir, 'table.csv');
    await writeFile(table, ['file,longitude,latitude', ...names.map((name) => `${name},138.49,-35.07`)].join('\n'));
    await run({ photos: samples('orientation'), photoTable: table });
    expect((await rows()).map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual(
      Array.from({ length: 4 }, () => [600, 450]),
    );
  });

  it('reads panoramas with and without GPano', async () => {
    await at(-75.5967, 40.0388);
    const table = path.join(stores().filesDir, 'table.csv');
    await writeFile(table, 'file,longitude,latitude\nexamplepano.jpg,-75.597,40.039');
    const { photos: result } = await run({ photos: samples('pano'), photoTable: table });
    expect(result).toMatchObject({ added: 2, types: { panosphere: 2 }, withoutDirection: 1 });
    const [gpano, plain] = await rows();
    expect(gpano).toMatchObject({
      headingDeg: 90,
      projection: 'equirectangular',
      crop: null,
      tileLevels: 0,
      widthPx: 4096,
    });
    expect(plain).toMatchObject({ headingDeg: null, projection: 'equirectangular', widthPx: 4096, heightPx: 2048 });
  });
});
