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
  const at = (longitude: number, latitude: number, height = 0) =>
    stores()
      .db.update(sites)
      .set({
        data: {
          avatar: null,
          minimapMaxNativeZoom: null,
          meta: { origin: { longitude, latitude, height }, homeBookmark: null },
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

  it('reads four without an altitude, and one of a phone far from them', async () => {
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

  it('reads three of a street in Berlin, by the sea or by the ellipsoid', async () => {
    await at(13.400376852, 52.518962963, 20);
    const berlin = { photos: samples('berlin') };
    const { photos: result } = await run({ ...berlin, altitudes: 'ellipsoidal' });
    expect(result).toMatchObject({
      added: 3,
      types: { ground: 3 },
      altitudes: { ellipsoidal: 3 },
      refused: 0,
      withoutDirection: 3,
    });
    const made = await rows();
    expect(
      made.map(({ sourceName, longitude, latitude, altitude }) => [
        sourceName,
        longitude!.toFixed(6),
        latitude!.toFixed(6),
        altitude,
      ]),
    ).toEqual([
      ['01.jpg', '13.400294', '52.518917', 27],
      ['02.jpg', '13.400389', '52.518925', 30],
      ['03.jpg', '13.400447', '52.519047', 39],
    ]);
    for (const { widthPx, heightPx, hfovDeg } of made) {
      expect([widthPx, heightPx]).toEqual([3264, 2448]);
      // 35 mm by the diagonal of 4:3.
      expect(hfovDeg).toBeCloseTo((2 * Math.atan((Math.hypot(36, 24) * 0.8) / 2 / 35) * 180) / Math.PI, 6);
    }
    expect(made[0]!.details).toEqual([
      { label: 'File', value: '01.jpg' },
      { label: 'Size', value: '3264 × 2448 px, 1.4 MB' },
      { label: 'Lens', value: 'iPhone 4S back camera 4.28mm f/2.4' },
      { label: 'Focal length', value: '4.3 mm (35 mm on 35 mm film)' },
      { label: 'Exposure', value: '1/1577 s' },
      { label: 'Aperture', value: 'f/2.4' },
      { label: 'ISO', value: '50' },
      { label: 'Altitude', value: '27 m above the ellipsoid' },
    ]);
  });

  it('raises the street of Berlin by the geoid, 39 to 40 m there', async () => {
    await at(13.400376852, 52.518962963, 20);
    await run({ photos: samples('berlin'), altitudes: 'orthometric' });
    const said = [27, 30, 39];
    for (const [i, { altitude }] of (await rows()).entries()) {
      expect(altitude! - said[i]!).toBeGreaterThan(39);
      expect(altitude! - said[i]!).toBeLessThan(40.5);
    }
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
