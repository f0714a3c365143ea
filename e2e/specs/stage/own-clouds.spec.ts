/**
 * Point clouds and models from the person's own files: when dropped on the stage or chosen, they are shown with the site, and stay
 * in the browser.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { doubleField, madeE57 } from '@overlook/server/publish/points/testing/made-e57';
import { writeMadeLas } from '@overlook/server/publish/points/testing/made-las';
import { dropFiles } from '../../fixtures/drop-files.ts';
import { plateArchive, squareLayer } from '../../fixtures/own-model-files.ts';
import { above, flatFace, middleOf, pixelOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { MADE_DIR, SAMPLE_DATA } from '../../fixtures/server.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = middleOf(flatFace('Control room roof deck'));
const VIEW = above(ROOF, 30);
const OPENING = { site: 'ridgeway', pose: poseOf(VIEW), settings: COARSE_MODEL };
const SAMPLES = path.join(SAMPLE_DATA, 'pointclouds');
/** Metres: a pixel of the view, and half of the spacing of made points. */
const NEAR = 0.2;

/** Points along a side of a made square, and metres from one to the next. */
const SIDE = 51;
const SPACING = 0.1;
/** Of the middle of the square of the LAS file, metres from the middle of the roof: 6 m to the east, 4 m above it. */
const BESIDE: Vec3 = [6, 0, 4];
/** Coordinates of the LAS file are those of the Earth itself: the file says where it is. */
const GEOCENTRIC =
  'GEOCCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["metre",1],AUTHORITY["EPSG","4978"]]';

const squareAt = (i: number): readonly [number, number] => [
  ((i % SIDE) - (SIDE - 1) / 2) * SPACING,
  (Math.floor(i / SIDE) - (SIDE - 1) / 2) * SPACING,
];
const at = (offset: Vec3): Vec3 => ROOF.map((value, axis) => value + offset[axis]!) as Vec3;

/** Of the middle of the plates of models. */
const [BESIDE_3TZ, BESIDE_SLPK]: [Vec3, Vec3] = [
  [-6, 0, 4],
  [0, 6, 4],
];

async function archiveFile(): Promise<{ path: string }> {
  const file = path.join(MADE_DIR, 'plate.3tz');
  await writeFile(file, plateArchive(at(BESIDE_3TZ)));
  return { path: file };
}

async function sceneLayerFile(): Promise<{ path: string }> {
  const file = path.join(MADE_DIR, 'square.slpk');
  await writeFile(file, squareLayer(at(BESIDE_SLPK)));
  return { path: file };
}

interface CloudFile {
  readonly path: string;
  readonly points: number;
}

/** A level square beside the roof, with its coordinate system. */
async function lasFile(): Promise<CloudFile> {
  const file = path.join(MADE_DIR, 'own.las');
  const offset = ecefFromEnu(ROOF).map(Math.round) as [number, number, number];
  await writeMadeLas(file, {
    points: SIDE * SIDE,
    offset,
    wkt: GEOCENTRIC,
    pointAt: (i, point) => {
      const [east, north] = squareAt(i);
      const place = ecefFromEnu(at([BESIDE[0] + east, BESIDE[1] + north, BESIDE[2]]));
      [point.x, point.y, point.z] = place.map((value, axis) => Math.round((value - offset[axis]!) * 1000)) as Vec3;
      [point.red, point.green, point.blue] = [65_535, 0, 0];
    },
  });
  return { path: file, points: SIDE * SIDE };
}

/** The same square, of a scanner that does not know where it is. */
async function e57File(): Promise<CloudFile> {
  const file = path.join(MADE_DIR, 'own.e57');
  const places = Array.from({ length: SIDE * SIDE }, (_, i) => squareAt(i));
  const fields = [
    doubleField(
      'cartesianX',
      places.map(([x]) => x),
    ),
    doubleField(
      'cartesianY',
      places.map(([, y]) => y),
    ),
    doubleField(
      'cartesianZ',
      places.map(() => 1.5),
    ),
  ];
  await writeFile(file, madeE57({ scans: [{ fields }] }));
  return { path: file, points: SIDE * SIDE };
}

/** A public sample whose position was removed, so that it is placed in the view. */
async function sampleWithoutPlace(name: string, points: number): Promise<CloudFile> {
  const bytes = await readFile(path.join(SAMPLES, name));
  for (let i = bytes.indexOf('LASF_Projection'); i !== -1; i = bytes.indexOf('LASF_Projection', i))
    bytes.write('made_for_a_test', i, 'latin1');
  const file = path.join(MADE_DIR, path.basename(name));
  await writeFile(file, bytes);
  return { path: file, points };
}

const clouds = (page: Page): Locator => page.getByRole('region', { name: 'Files of your own' });
const row = (page: Page, { path: file }: Pick<CloudFile, 'path'>): Locator =>
  clouds(page)
    .getByRole('listitem')
    .filter({ hasText: path.basename(file) });

const drop = (page: Page, stage: StageDriver, files: readonly Pick<CloudFile, 'path'>[]): Promise<void> =>
  dropFiles(
    page,
    stage,
    files.map((file) => file.path),
  );

/** Waits until the files are shown, each with all its points, together with the site. */
async function expectShown(page: Page, stage: StageDriver, files: readonly CloudFile[], before: { points: number }) {
  for (const file of files)
    await expect(row(page, file)).toContainText(`${file.points.toLocaleString('en')} points.`, { timeout: 60_000 });
  await stage.settled();
  const { points, triangles } = await stage.stats();
  expect(points - before.points).toBe(files.reduce((sum, file) => sum + file.points, 0));
  expect(triangles, 'the site is drawn, too').toBeGreaterThan(0);
}

/** Watches the requests of the page from now on. The returned function fails where one contains bytes of a file. */
function watchSent(page: Page): (files: readonly Pick<CloudFile, 'path'>[]) => Promise<void> {
  const bodies: Buffer[] = [];
  const sockets: string[] = [];
  page.on('request', (request) => bodies.push(request.postDataBuffer() ?? Buffer.alloc(0)));
  page.on('websocket', (socket) => sockets.push(socket.url()));
  return async (files) => {
    expect(sockets).toEqual([]);
    for (const file of files) {
      const bytes = await readFile(file.path);
      // A few places of the file, and no body that all of it would fit in.
      for (const share of [0, 0.3, 0.6, 0.9]) {
        const piece = bytes.subarray(Math.floor(share * bytes.length)).subarray(0, 32);
        expect(bodies.filter((body) => body.includes(piece))).toEqual([]);
      }
      expect(Math.max(0, ...bodies.map(({ length }) => length))).toBeLessThan(bytes.length);
    }
  };
}

test.use({ viewport: { width: 1040, height: 760 } });
test.beforeAll(async () => void (await mkdir(MADE_DIR, { recursive: true })));

test('a LAS, a 3TZ and an SLPK that are dropped lie where they say, an E57 that is opened in the middle of the view; nothing is sent', async ({
  page,
  signedInAs,
}) => {
  const [las, e57] = [await lasFile(), await e57File()];
  const stage = await signedInAs('admin', OPENING);
  await stage.settled();
  const before = await stage.stats();
  const assertNothingSent = watchSent(page);

  await drop(page, stage, [las]);
  await expectShown(page, stage, [las], before);
  await expect(row(page, las)).toContainText('Placed by WGS 84');
  await expectAt(stage, at(BESIDE));
  const [x, y] = pixelOf(at(BESIDE), VIEW, await stage.size());
  const { r, g, b } = (await stage.picture()).around(x, y);
  expect(r, 'it is red, as in the file').toBeGreaterThan(2 * Math.max(g, b));

  await page.getByRole('link', { name: 'Tools' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a point file' }).click(),
  ]);
  await chooser.setFiles(e57.path);
  await expectShown(page, stage, [las, e57], before);
  await expect(row(page, e57)).toContainText('It was put in the middle of the view.');

  await page.getByRole('button', { name: 'Remove own.las' }).click();
  await stage.settled();
  expect((await stage.stats()).points - before.points).toBe(e57.points);

  await page.getByRole('button', { name: 'Remove own.e57' }).click();
  const [archive, sceneLayer] = [await archiveFile(), await sceneLayerFile()];
  await drop(page, stage, [archive, sceneLayer]);
  for (const model of [archive, sceneLayer])
    await expect(row(page, model)).toContainText('Placed by its own coordinates.', { timeout: 60_000 });
  for (const beside of [BESIDE_3TZ, BESIDE_SLPK]) await expectAt(stage, at(beside));
  const [greenX, greenY] = pixelOf(at(BESIDE_3TZ), VIEW, await stage.size());
  const plate = (await stage.picture()).around(greenX, greenY);
  expect(plate.g, 'it is green, as in the archive').toBeGreaterThan(2 * Math.max(plate.r, plate.b));
  await page.getByRole('button', { name: 'Remove plate.3tz' }).click();
  await stage.settled();
  const under = await stage.pickPoint(greenX, greenY);
  expect(distance(under!, ecefFromEnu(at(BESIDE_3TZ))), 'the model is gone').toBeGreaterThan(1);
  const cut = { name: 'cut.3tz', mimeType: '', buffer: (await readFile(archive.path)).subarray(0, 400) };
  await page.getByRole('link', { name: 'Layers' }).click();
  await page.getByRole('button', { name: 'Add layer' }).click();
  await page.getByLabel('Layer file').setInputFiles(cut);
  await expect(clouds(page)).toContainText('cut.3tz: It is no ZIP archive, or it is cut off.');
  await assertNothingSent([las, e57, archive, sceneLayer]);
});

/** What is picked at the pixel of a place (metres of the plant) is there. */
async function expectAt(stage: StageDriver, place: Vec3): Promise<void> {
  await stage.settled();
  const [x, y] = pixelOf(place, VIEW, await stage.size());
  expect(distance((await stage.pickPoint(x, y))!, ecefFromEnu(place))).toBeLessThan(NEAR);
}

test.describe('public samples', () => {
  test.skip(!existsSync(SAMPLES), 'no sample data beside the project');

  test(
    'a LAZ and a COPC that are dropped together are shown with the site; nothing is sent',
    { tag: '@long' },
    async ({ page, signedInAs }) => {
      const laz = await sampleWithoutPlace('las/autzen_trim.laz', 110_000);
      const copc = await sampleWithoutPlace('copc/lone-star.copc.laz', 518_862);
      const stage = await signedInAs('admin', OPENING);
      await stage.settled();
      const before = await stage.stats();
      const assertNothingSent = watchSent(page);
      await drop(page, stage, [laz, copc]);
      await expectShown(page, stage, [laz, copc], before);
      await assertNothingSent([laz, copc]);
    },
  );
});
