import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { snapshots } from '@overlook/db/schema';
import type { ImportProgress } from '../import/import-site.ts';
import { deleteSite, listSites } from '../register/stored-sites.ts';
import { aPhoto, fraction, gpsAt, TAG, tagged } from '../testing/made-photos.ts';
import { aB3dm, aFolder, aTileset } from '../testing/made-tiles.ts';
import { NEAR, ORIGIN, photoImports } from '../testing/photo-imports.ts';

describe('importing photos', () => {
  const { put, photo, run, rows, pictures, work, aSite, temporary, stores } = photoImports();

  it('stores them with their pictures, and reports what it has read', async () => {
    const gimbal = {
      'drone-dji:GimbalYawDegree': 90,
      'drone-dji:GimbalPitchDegree': -30,
      'drone-dji:GimbalRollDegree': 0,
    };
    const lens = { [TAG.focal35Mm]: { short: 24 } };
    await photo('air.jpg', {
      image: { [TAG.make]: 'DJI', [TAG.model]: 'M3E' },
      exif: { ...lens, [TAG.taken]: '2024:06:23 16:31:59' },
      gps: NEAR,
      xmp: gimbal,
    });
    await photo('north/ground.jpg', {
      exif: lens,
      gps: { ...gpsAt(138.4901, -35.0701), [TAG.directionRef]: 'T', [TAG.direction]: fraction(200) },
    });
    await photo(
      'pano.jpg',
      {
        gps: gpsAt(138.4902, -35.0702, 40),
        xmp: { 'GPano:ProjectionType': 'equirectangular', 'GPano:PoseHeadingDegrees': 10 },
      },
      4608,
      2304,
    );
    await put('notes.txt', 'none of ours');
    const seen: ImportProgress[] = [];
    const result = await run(
      { altitudes: 'ellipsoidal' },
      { onProgress: (progress: ImportProgress) => seen.push(progress) },
    );
    expect(result).toMatchObject({
      isNewSite: false,
      ground: ORIGIN,
      layers: [],
      warnings: [],
      photos: {
        added: 3,
        types: { ground: 1, airborne: 1, panosphere: 1 },
        altitudes: { ellipsoidal: 2, orthometric: 0, local: 0, assumed: 1 },
        withoutDirection: 0,
        known: 0,
        refused: 0,
        replaced: 0,
      },
    });
    const [air, ground, pano] = await rows();
    expect(air).toMatchObject({
      siteId: stores().siteId,
      sourceName: 'air.jpg',
      name: 'air.jpg',
      heightType: 'airborne',
      altitude: 45,
      altitudeSource: 'ellipsoidal',
      camera: 'DJI M3E',
      headingDeg: 90,
      pitchDeg: -30,
      rollDeg: 0,
      anglesSource: 'file',
      isPoseMeasured: true,
      hasZone: false,
      takenAt: new Date('2024-06-23T16:31:59Z'),
    });
    // 4:3 of 24 mm: the diagonal is 43.27 mm, four fifths of it wide.
    expect(air!.hfovDeg).toBeCloseTo((2 * Math.atan((Math.hypot(36, 24) * 0.8) / 2 / 24) * 180) / Math.PI, 6);
    expect(ground).toMatchObject({
      sourceName: 'north/ground.jpg',
      name: 'ground.jpg',
      heightType: 'ground',
      altitudeSource: 'assumed',
      headingDeg: 200,
      pitchDeg: 0,
      rollDeg: 0,
      anglesSource: 'assumed',
      isPoseMeasured: false,
    });
    expect(ground!.altitude).toBeCloseTo(31.6, 6);
    expect(pano).toMatchObject({
      projection: 'equirectangular',
      heightType: 'panosphere',
      headingDeg: 10,
      hfovDeg: null,
      crop: null,
      tileLevels: 3,
      widthPx: 4608,
    });
    expect(await pictures()).toEqual([air, ground, pano].map((row) => row!.filename).sort());
    expect((await readdir(path.join(stores().filesDir, 'snapshots', pano!.filename!))).sort()).toEqual([
      'large.jpg',
      'native.jpg',
      'thumb.jpg',
      'tiles.bin',
    ]);
    expect(await work()).toEqual([]);
    const read = seen.filter(({ phase }) => phase === 'reading photos');
    expect(read.map(({ done, total }) => [done, total])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect((await listSites(stores().db))[0]).toMatchObject({ slug: 'a', layers: [], photos: 3 });
  });

  it('stores the same bytes once under any name, also at a second import', async () => {
    const bytes = await aPhoto({ gps: NEAR });
    await put('a.jpg', bytes);
    await put('copy/a.jpg', bytes);
    expect((await run()).photos).toMatchObject({ added: 1, known: 1 });
    await photo('b.jpg');
    expect((await run()).photos).toMatchObject({ added: 1, known: 2 });
    expect((await run()).photos).toMatchObject({ added: 0, known: 3 });
    expect([(await rows()).length, (await pictures()).length]).toEqual([2, 2]);
    await aSite('b');
    expect((await run({ slug: 'b' })).photos).toMatchObject({ added: 2, known: 1 });
  });

  it('leaves the tables in a state in which the search reads only its index', async () => {
    await photo('a.jpg');
    await run();
    const found = await stores()
      .db.select({ pages: sql<number>`relallvisible` })
      .from(sql`pg_class`)
      .where(sql`oid = ${'snapshots'}::regclass`);
    expect(found[0]!.pages).toBeGreaterThan(0);
  });

  it('keeps duplicate names apart by their folders', async () => {
    await photo('north/a.jpg');
    await photo('south/a.jpg');
    await run();
    expect((await rows()).map(({ sourceName }) => sourceName)).toEqual(['north/a.jpg', 'south/a.jpg']);
  });

  it('replaces all photos on request, and no Place', async () => {
    await photo('a.jpg');
    await run();
    await stores().db.insert(snapshots).values({ siteId: stores().siteId, name: 'A Place' });
    const [before] = await pictures();
    await photo('b.jpg');
    expect((await run({ replace: true })).photos).toMatchObject({ added: 2, known: 0, replaced: 1 });
    expect((await rows()).map(({ sourceName }) => sourceName)).toEqual(['a.jpg', 'b.jpg']);
    expect(await pictures()).not.toContain(before);
    expect((await pictures()).length).toBe(2);
    expect(await stores().db.$count(snapshots)).toBe(3);
  });

  it('comes with layers to a new site, whose ground it uses', async () => {
    const layer = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
    temporary(layer);
    const { ground } = await run({ slug: 'with-layer', layers: { textured: layer }, photos: undefined });
    await photo('a.jpg', { gps: gpsAt(ground.longitude, ground.latitude) });
    const result = await run({ slug: 'new', layers: { textured: layer } });
    expect(result).toMatchObject({
      isNewSite: true,
      layers: [{ layer: 'textured' }],
      photos: { added: 1, altitudes: { assumed: 1 } },
    });
    expect((await rows())[0]!.altitude).toBeCloseTo(ground.height + 1.6, 6);
  });

  it('does not create a site for photos only, and gives the reason', async () => {
    await photo('a.jpg');
    await expect(run({ slug: 'mistyped' })).rejects.toThrow('There is no site “mistyped”. Photos alone make none');
    expect(await pictures()).toEqual([]);
  });

  it('reads a table in the folder, and one that is named instead', async () => {
    const plain = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    await put('plain.png', plain);
    await photo('b.jpg');
    await put(
      'photos.csv',
      'file,longitude,latitude,altitude,heading,pitch,roll,type,hfov\nplain.png,138.4911,-35.0711,50,-90,-5,2,airborne,70\ngone.jpg,,,,,,,,\n',
    );
    const first = await run();
    expect(first.warnings).toEqual(['The table names 1 file that does not exist: gone.jpg.']);
    expect(await rows()).toMatchObject([
      { sourceName: 'b.jpg', heightType: 'ground' },
      {
        sourceName: 'plain.png',
        longitude: 138.4911,
        latitude: -35.0711,
        altitude: 50,
        altitudeSource: 'ellipsoidal',
        headingDeg: 270,
        pitchDeg: -5,
        rollDeg: 2,
        hfovDeg: 70,
        heightType: 'airborne',
        anglesSource: 'table',
        isPoseMeasured: true,
      },
    ]);
    const other = path.join(stores().filesDir, 'other.csv');
    await writeFile(other, 'file,longitude,latitude,heading\nplain.png,138.4912,-35.0712,95');
    await run({ photoTable: other, replace: true });
    expect((await rows())[1]).toMatchObject({
      longitude: 138.4912,
      headingDeg: 95,
      pitchDeg: 0,
      isPoseMeasured: false,
    });
  });

  it('refuses a bad table by line and column, before any photo', async () => {
    await photo('a.jpg');
    await put('photos.csv', 'file,longitude,latitude\na.jpg,138.49,-95\n');
    await expect(run()).rejects.toThrow('photos.csv, line 2, column “latitude”: is -95; it lies between -90 and 90.');
    expect([await pictures(), await work()]).toEqual([[], []]);
  });

  it('places photos by offsets at a site with that setting', async () => {
    await aSite('local', { nearbyImagesType: 1 });
    await photo('a.jpg');
    await photo('b.jpg');
    await put('photos.csv', 'file,x,y,z\na.jpg,10,20,3\n');
    const { warnings, photos: result } = await run({ slug: 'local' });
    expect(result).toMatchObject({ added: 1, altitudes: { local: 1 } });
    expect(warnings).toEqual(['b.jpg has no x, y, z in the table, by which this site places its photos.']);
  });

  it.each([
    [1, 400, 300],
    [2, 400, 300],
    [3, 400, 300],
    [6, 300, 400],
    [7, 300, 400],
    [8, 300, 400],
  ])('turns a picture with orientation %i upright, and unmirrors it', async (orientation, width, height) => {
    // The upper left corner of the scene is red; a camera with this orientation stores it elsewhere.
    const red = await sharp({ create: { width: width / 2, height: height / 2, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const scene = sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
      { input: red, left: 0, top: 0 },
    ]);
    let stored = sharp(await scene.png().toBuffer());
    if (orientation === 2) stored = stored.flop();
    if (orientation === 3) stored = stored.rotate(180);
    if (orientation === 6) stored = stored.rotate(-90);
    if (orientation === 8) stored = stored.rotate(90);
    // 7: shown by a quarter turn clockwise after it was mirrored.
    if (orientation === 7) stored = sharp(await stored.rotate(-90).toBuffer()).flop();
    const tags = {
      image: { [TAG.orientation]: { short: orientation } },
      exif: { [TAG.focal35Mm]: { short: 28 } },
      gps: NEAR,
    };
    await put('a.jpg', tagged(await stored.jpeg().toBuffer(), tags));
    await run();
    const [row] = await rows();
    const side = (Math.hypot(36, 24) * (width / 500)) / 2;
    expect(row).toMatchObject({ widthPx: width, heightPx: height });
    expect(row!.hfovDeg).toBeCloseTo((2 * Math.atan(side / 28) * 180) / Math.PI, 6);
    for (const size of ['large', 'thumb']) {
      const made = sharp(path.join(stores().filesDir, 'snapshots', row!.filename!, `${size}.jpg`));
      const { data, info } = await made.raw().toBuffer({ resolveWithObject: true });
      expect(info.width < info.height).toBe(width < height);
      const isRed = (x: number, y: number) =>
        data[(Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3]! > 128;
      expect([isRed(0.2, 0.2), isRed(0.8, 0.2), isRed(0.2, 0.8), isRed(0.8, 0.8)]).toEqual([true, false, false, false]);
    }
  });

  it.each(['png', 'webp', 'tiff', 'avif'] as const)('takes %s, and keeps it as it is', async (format) => {
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#123' } });
    // What sharp writes as EXIF begins with its own name.
    const bytes = await plain.toFormat(format).toBuffer();
    await put(`a.${format}`, bytes);
    await put('photos.csv', `file,longitude,latitude\na.${format},138.49,-35.07`);
    await run();
    const [row] = await rows();
    const files = await readdir(path.join(stores().filesDir, 'snapshots', row!.filename!));
    expect(files.sort()).toEqual(['large.jpg', `native.${format === 'tiff' ? 'tif' : format}`, 'thumb.jpg']);
  });

  it('accepts a HEIC whose picture is AV1; that of other codecs is refused', async () => {
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#123' } });
    const bytes = await plain.toFormat('avif').toBuffer();
    // The major brand of HEIF does not state the codec.
    bytes.write('mif1', 8, 'latin1');
    await put('a.heic', bytes);
    await put('photos.csv', 'file,longitude,latitude\na.heic,138.49,-35.07');
    await run();
    const [row] = await rows();
    expect(row).toMatchObject({ widthPx: 300, heightPx: 200 });
    const folder = path.join(stores().filesDir, 'snapshots', row!.filename!);
    expect((await readdir(folder)).sort()).toEqual(['large.jpg', 'native.heic', 'thumb.jpg']);
    expect(await sharp(path.join(folder, 'large.jpg')).metadata()).toMatchObject({ width: 300, height: 200 });
  });

  it('leaves nothing when it is cancelled', async () => {
    for (let i = 0; i < 12; i++) await photo(`${i}.jpg`, { gps: NEAR }, 1200, 900);
    const stop = new AbortController();
    const onProgress = ({ phase, done }: ImportProgress) => {
      if (phase === 'reading photos' && done === 3) stop.abort(new Error('stopped'));
    };
    await expect(run({}, { onProgress, signal: stop.signal })).rejects.toThrow('stopped');
    expect([await rows(), await pictures(), await work()]).toEqual([[], [], []]);
  });

  it('leaves nothing when its rows are not written', async () => {
    await photo('a.jpg');
    await run();
    await photo('b.jpg');
    const before = await pictures();
    const onRegister = () => Promise.reject(new Error('odd'));
    await expect(run({ replace: true }, { onRegister })).rejects.toThrow('odd');
    expect([await pictures(), (await rows()).length, await work()]).toEqual([before, 1, []]);
  });

  it('is removed with its site', async () => {
    await photo('a.jpg');
    await run();
    await deleteSite(stores(), 'a');
    expect([await pictures(), await stores().db.$count(snapshots)]).toEqual([[], 0]);
  });

  it('contradicts nothing', async () => {
    await expect(run({ photos: undefined, altitudes: 'orthometric' })).rejects.toThrow('Give at least one layer');
    await expect(run({ at: ORIGIN })).rejects.toThrow('A position is for layers');
  });
});
