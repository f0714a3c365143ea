import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captures, photos, scanPositions, sites, snapshots } from '@overlook/db/schema';
import { PERMISSION_CACHE_MS } from '@overlook/shared/config';
import {
  ecefFromLla,
  enuFrame,
  photoCameraEcef,
  photoPixelOf,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import type { NearbyPhoto, ScanPosition } from '@overlook/shared/schemas';
import { describeImport } from '../../cli/describe-import.ts';
import { type ImportRequest, importSite } from '../../publish/import/import-site.ts';
import { doubleField, madeE57, type MadeImage, type MadeScan, poseXml } from '../../publish/points/testing/made-e57.ts';
import { aPhoto, gpsAt } from '../../publish/testing/made-photos.ts';
import { hasSampleFile, sampleFile } from '../../publish/testing/sample-data.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const AT = { longitude: 138.49, latitude: -35.07, height: 30 };
/** A scanner’s own coordinates, east, north and up of `AT`. */
const HALL: Vec3 = [4, 7, 1.6];
const UPRIGHT = [1, 0, 0, 0] as const;
/** Looks north: the axes of the camera are east, up and south. */
const NORTH = [Math.SQRT1_2, Math.SQRT1_2, 0, 0] as const;
const GRID = Array.from({ length: 100 }, (_, i) => [i % 10, Math.floor(i / 10), (i % 7) / 7] as const);
const scan = (xml: string): MadeScan => ({
  fields: ['cartesianX', 'cartesianY', 'cartesianZ'].map((name, axis) =>
    doubleField(
      name,
      GRID.map((point) => point[axis]!),
    ),
  ),
  xml,
});
const named = (name: string) => `<name type="String">${name}</name>`;
const ofScan = (guid: string) => `<associatedData3DGuid type="String">${guid}</associatedData3DGuid>`;
const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#507090' } })
    .jpeg()
    .toBuffer();

async function hall(): Promise<Buffer> {
  const scans = [
    scan(`<guid type="String">{h}</guid>${named('Hall')}${poseXml(UPRIGHT, HALL)}`),
    scan(`<guid type="String">{y}</guid>${poseXml(UPRIGHT, [20, 7, 2])}`),
  ];
  const images: MadeImage[] = [
    {
      bytes: await jpeg(400, 300),
      representation: 'pinhole',
      lens: { imageWidth: 400, imageHeight: 300, focalLength: 0.02, pixelWidth: 1e-4, pixelHeight: 1e-4 },
      xml: named('Front') + poseXml(NORTH, HALL),
    },
    {
      bytes: await jpeg(400, 200),
      representation: 'spherical',
      lens: { imageWidth: 400, imageHeight: 200, pixelWidth: Math.PI / 200, pixelHeight: Math.PI / 200 },
      xml: named('Around') + ofScan('{h}'),
    },
    { bytes: await jpeg(60, 40), representation: 'visualReference', xml: named('Door') + ofScan('{y}') },
    // Equal bytes are another picture where another pose is.
    { bytes: await jpeg(60, 40), representation: 'visualReference', xml: ofScan('{h}') },
    { bytes: Buffer.from('no picture at all'), representation: 'visualReference', xml: named('Text') + ofScan('{h}') },
  ];
  return madeE57({ scans, images });
}

describe.each(kinds)('pictures and scan positions of E57 files on $name', ({ name, open }) => {
  let server: TestServer;
  let publisher: TestPerson;
  let viewer: TestPerson;
  let blind: TestPerson;
  let folder: string;
  let file: string;
  let slug = '';
  let madeSites = 0;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    folder = await mkdtemp(path.join(tmpdir(), 'scans-'));
    file = path.join(folder, 'hall.e57');
    await writeFile(file, await hall());
    const sees = ['VIEW:POINTCLOUD', 'FEATURE:NEARBYSNAPSHOTS'] as const;
    publisher = await aPerson(server, { allowed: [...sees, 'SITES:MANAGE'] });
    viewer = await aPerson(server, { allowed: [...sees] });
    blind = await aPerson(server, { allowed: ['VIEW:CAD', 'FEATURE:NEARBYSNAPSHOTS'] });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    slug = `scanned-${++madeSites}`;
    server.clock.advance(PERMISSION_CACHE_MS);
  });
  afterEach(() => server.database.db.delete(sites).where(eq(sites.slug, slug)));

  const publish = (more: Partial<ImportRequest> = {}) =>
    importSite(
      { db: server.database.db, filesDir: server.filesDir, publishedBy: publisher.id },
      { slug, layers: { points: file }, at: AT, ...more },
    );
  const rows = () =>
    server.database.db
      .select()
      .from(snapshots)
      .innerJoin(photos, eq(photos.snapshotId, snapshots.id))
      .orderBy(photos.sourceName);
  const folderOf = (filename: string | null) => path.join(server.filesDir, 'snapshots', filename!);
  const near = async ({ ask }: TestPerson, siteID: number) => {
    const { longitude, latitude, height: altitude } = AT;
    return ((await ask('POST', '/snapshots/nearby', { siteID, longitude, latitude, altitude })).body['snapshots'] ??
      []) as NearbyPhoto[];
  };
  const positions = async ({ ask }: TestPerson, siteId: number, captureId: number) => {
    const { status, body } = await ask('GET', `/captures/${siteId}/${captureId}/scan-positions`);
    return status === 200 ? (body['positions'] as ScanPosition[]) : status;
  };
  const change = (siteId: number, captureId: number, action: string, input: object = {}) =>
    publisher.ask('POST', `/sites/manage/${siteId}/captures/${captureId}/${action}`, input);

  it('are imported with the points, placed, and replaced with them', async () => {
    const result = await publish();
    expect(result.pictures).toEqual({
      added: 4,
      types: { ground: 3, airborne: 0, panosphere: 1 },
      refused: 1,
      scanPositions: 2,
    });
    expect(result.warnings).toContain(
      'hall.e57, picture 5 (Text) is no picture; JPEG, PNG, WebP, TIFF and AVIF are taken.',
    );
    expect(describeImport(result)).toMatch(
      /  pictures  4 added \(3 ground, 1 panosphere\), 1 left out\n  scans     2 scan positions\n/,
    );
    const stored = await rows();
    expect(
      stored.map(({ snapshots: { name, heightType }, photos: { hfovDeg, anglesSource } }) => [
        name,
        heightType,
        hfovDeg && Math.round(hfovDeg),
        anglesSource,
      ]),
    ).toEqual([
      ['Front', 'ground', 90, 'scan'],
      ['Around', 'panosphere', null, 'scan'],
      ['Door', 'ground', null, 'assumed'],
      ['hall.e57, picture 4', 'ground', null, 'assumed'],
    ]);
    const toEcef = (point: Vec3) => transformPoint(enuFrame(AT).ecefFromEnu, point);
    // A point 10 m north of the camera, 2 m to the right and 1 m above it, is 40 px to the right and 20 px above the middle.
    const target = toEcef([HALL[0] + 2, HALL[1] + 10, HALL[2] + 1]);
    const pixels = stored.slice(0, 2).map(({ snapshots: at, photos: { projection, widthPx, heightPx, ...photo } }) => {
      const place = { longitude: at.longitude!, latitude: at.latitude!, height: at.altitude! };
      const angles = { headingDeg: photo.headingDeg!, pitchDeg: photo.pitchDeg!, rollDeg: photo.rollDeg! };
      const lens =
        projection === 'perspective'
          ? { projection, widthPx, heightPx, hfovDeg: photo.hfovDeg! }
          : { projection, widthPx, heightPx, crop: photo.crop };
      return photoPixelOf(photoCameraEcef(place, angles, lens), target)!;
    });
    expect(pixels[0]).toEqual({ x: expect.closeTo(240, 3) as number, y: expect.closeTo(130, 3) as number });
    const azimuth = Math.atan2(10, 2);
    const elevation = Math.atan2(1, Math.hypot(10, 2));
    expect(pixels[1]).toEqual({
      x: expect.closeTo(200 - azimuth / (Math.PI / 200), 3) as number,
      y: expect.closeTo(100 - elevation / (Math.PI / 200), 3) as number,
    });
    const [{ id: siteId }, { captureId }] = [result.site, result.layers[0]!];
    const [first, second] = (await positions(viewer, siteId, captureId)) as ScanPosition[];
    expect([first, second]).toMatchObject([
      { number: 1, name: 'Hall', guid: '{h}', points: 100, takenAt: null },
      { number: 2, name: 'hall, scan 2' },
    ]);
    for (const axis of [0, 1, 2]) expect(ecefFromLla(first!)[axis]).toBeCloseTo(toEcef(HALL)[axis]!, 5);
    expect(await positions(blind, siteId, captureId)).toBe(404);
    expect(await positions(viewer, siteId, captureId + 1000)).toBe(404);

    // A capture that was moved by hand has them where its points are then.
    const placement = {
      pivotEcef: ecefFromLla(AT),
      shiftM: [0, 0, 2.5] as Vec3,
      turnDeg: 0,
      tiltDeg: [0, 0] as [number, number],
      by: 'hand' as const,
      count: 0,
      rmsM: null,
    };
    await server.database.db.update(captures).set({ placement }).where(eq(captures.id, captureId));
    const [moved] = (await positions(viewer, siteId, captureId)) as ScanPosition[];
    expect(moved!.height).toBeCloseTo(first!.height + 2.5, 5);
    // Pictures follow with the next change of a capture of the site, and go back with it.
    const turned = { ...placement, turnDeg: 90 };
    await server.database.db.update(captures).set({ placement: turned }).where(eq(captures.id, captureId));
    expect((await change(siteId, captureId, 'date', { captured: '2026-02-03' })).status).toBe(200);
    const [{ snapshots: at, photos: photo }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
    // East and north of the pivot were 4 and 7 m.
    const placeEcef = toEcef([7, -4, HALL[2] + 2.5]);
    for (const [axis, key] of (['x', 'y', 'z'] as const).entries()) expect(at[key]).toBeCloseTo(placeEcef[axis]!, 4);
    const angles = [photo.headingDeg!, photo.pitchDeg!, photo.rollDeg!];
    for (const [index, deg] of [90, 0, 0].entries()) expect(angles[index]).toBeCloseTo(deg, 2);
    await server.database.db.update(captures).set({ placement: null }).where(eq(captures.id, captureId));
    expect((await change(siteId, captureId, 'date', { captured: '2026-02-04' })).status).toBe(200);
    const [{ snapshots: back }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
    expect(back.longitude).toBeCloseTo(stored[0]!.snapshots.longitude!, 8);

    // The same again takes the place of all of them, and photos of the site stay.
    const own = path.join(folder, 'own');
    await mkdir(own, { recursive: true });
    await writeFile(path.join(own, 'own.jpg'), await aPhoto({ gps: gpsAt(AT.longitude, AT.latitude, 40) }));
    const again = await publish({ replace: true });
    expect(again.pictures).toMatchObject({ added: 4, scanPositions: 2 });
    await publish({ layers: {}, at: undefined, photos: own, replace: true });
    expect((await near(viewer, siteId)).length).toBe(5);
    expect(stored.map(({ snapshots: { filename } }) => existsSync(folderOf(filename)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const without = await publish({ replace: true, withoutPictures: true });
    expect(without.pictures).toMatchObject({ added: 0, refused: 0, scanPositions: 2 });
    expect((await near(viewer, siteId)).map((photo) => photo.name)).toEqual(['own.jpg']);
    expect(await server.database.db.$count(scanPositions, eq(scanPositions.captureId, captureId))).toBe(2);
  });

  it('of a draft are shown when it is published, and hidden with a withdrawn capture', async () => {
    await publish({ captured: '2026-03', withoutPictures: true });
    const drafted = await publish({ captured: '2026-05', draft: true });
    const [{ id: siteId }, { captureId }] = [drafted.site, drafted.layers[0]!];
    const [{ snapshots: hidden }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
    const seen = async (person: TestPerson) => ({
      near: (await near(person, siteId)).length,
      photo: (await person.ask('GET', `/snapshots/${hidden.id}`)).status,
      picture: (
        await server.app.inject({
          url: `/api/files/snapshots/${hidden.filename}/thumb`,
          headers: { authorization: `Bearer ${person.token}` },
        })
      ).statusCode,
      positions: await positions(person, siteId, captureId),
    });
    expect(await seen(viewer)).toEqual({ near: 0, photo: 404, picture: 404, positions: 404 });
    expect(await seen(publisher)).toMatchObject({ near: 0, photo: 404, positions: [{}, {}] });
    expect((await change(siteId, captureId, 'publish')).status).toBe(200);
    const shown = { near: 4, photo: 200, picture: 200, positions: [{}, {}] };
    expect(await seen(viewer)).toMatchObject(shown);
    expect((await change(siteId, captureId, 'withdraw')).status).toBe(200);
    expect(await seen(viewer)).toEqual({ near: 0, photo: 404, picture: 404, positions: 404 });
    expect((await change(siteId, captureId, 'restore')).status).toBe(200);
    expect(await seen(viewer)).toMatchObject(shown);

    // A draft of the same date brings its own pictures, and the former ones go.
    const corrected = (await publish({ captured: '2026-05', draft: true })).layers[0]!;
    expect((await change(siteId, corrected.captureId, 'publish', { replace: true })).status).toBe(200);
    expect(await seen(viewer)).toEqual({
      ...shown,
      photo: 404,
      picture: 404,
      positions: [expect.anything(), expect.anything()],
    });
    expect(await rows()).toHaveLength(4);
    await change(siteId, captureId, 'withdraw');
    expect((await change(siteId, captureId, 'delete')).status).toBe(200);
    expect([
      await rows(),
      await server.database.db.$count(scanPositions, eq(scanPositions.captureId, captureId)),
    ]).toEqual([[], 0]);
  });

  it('of a part are added to those of the capture that it is a part of', async () => {
    const { site, layers } = await publish({ captured: '2026-03' });
    const part = path.join(folder, 'part.e57');
    const xml = `<guid type="String">{p}</guid>${named('Pit')}${poseXml(UPRIGHT, [10, 7, 1])}`;
    const bytes = await jpeg(30, 20);
    const images = [{ bytes, representation: 'visualReference', xml: named('Pit') + ofScan('{p}') }];
    await writeFile(part, madeE57({ scans: [scan(xml)], images }));
    const asPart = { layers: { points: part }, part: true, captured: '2026-03', replace: true };
    for (let times = 0; times < 2; times++) await publish(asPart);
    const found = (await positions(viewer, site.id, layers[0]!.captureId)) as ScanPosition[];
    expect(found.map(({ name: scanned }) => scanned)).toEqual(['Hall', 'hall, scan 2', 'Pit']);
    expect((await rows()).map(({ snapshots: at }) => at.name)).toEqual(
      expect.arrayContaining(['Front', 'Around', 'Door', 'Pit']),
    );
    expect(await rows()).toHaveLength(5);
  });

  it.runIf(name === 'PGlite' && hasSampleFile('pointclouds/e57'))(
    'of a scanner of others: a picture for reference where its scan was made',
    async () => {
      const { pictures, layers } = await publish({
        layers: { points: sampleFile('pointclouds/e57/pumpAVisualReferenceImage.e57') },
      });
      expect(layers[0]!.facts.points).toBe(155_201);
      expect(pictures).toEqual({
        added: 1,
        types: { ground: 1, airborne: 0, panosphere: 0 },
        refused: 0,
        scanPositions: 1,
      });
      const [{ snapshots: at, photos: photo }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
      expect([at.name, photo.widthPx, photo.heightPx, photo.headingDeg, photo.isPoseMeasured]).toEqual([
        'pumpVisual',
        3072,
        2304,
        null,
        false,
      ]);
      for (const [key, value] of [
        ['longitude', AT.longitude],
        ['latitude', AT.latitude],
        ['altitude', AT.height],
      ] as const)
        expect(at[key]).toBeCloseTo(value, 7);
    },
  );
});
