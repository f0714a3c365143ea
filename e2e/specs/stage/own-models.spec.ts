/** Models from the person's own files and from addresses: cut by the section box, and read in parts from a server. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { LAYERS_MESSAGES } from '@overlook/shared/messages';
import { dropFiles } from '../../fixtures/drop-files.ts';
import { installLayers, removeLayers } from '../../fixtures/installed-layers.ts';
import {
  oldSquareLayer,
  plateArchive,
  PLATE_SIDE,
  squareBuilding,
  squareLayer,
} from '../../fixtures/own-model-files.ts';
import { above, flatFace, middleOf, pixelOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { MADE_DIR, ORIGIN } from '../../fixtures/server.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = middleOf(flatFace('Control room roof deck'));
const VIEW = above(ROOF, 30);
const OPENING = { site: 'ridgeway', pose: poseOf(VIEW), settings: COARSE_MODEL };
const besides = ([east, north, up]: Vec3): Vec3 => [ROOF[0] + east, ROOF[1] + north, ROOF[2] + up];
/** The middles of the models, above the roof. */
const PLATE = besides([-6, 0, 4]);
const SQUARE = besides([6, 0, 4]);
/** Of a model, metres from its middle to places on its western and eastern half. */
const ASIDE = PLATE_SIDE / 4;
const halves = ([east, north, up]: Vec3): [west: Vec3, east: Vec3] => [
  [east - ASIDE, north, up],
  [east + ASIDE, north, up],
];

test.use({ viewport: { width: 1040, height: 760 } });
test.beforeAll(async () => void (await mkdir(MADE_DIR, { recursive: true })));

/** Metres from a place on a model to what is picked at its pixel. */
async function missOf(stage: StageDriver, place: Vec3): Promise<number> {
  await stage.settled();
  const point = await stage.pickPoint(...pixelOf(place, VIEW, await stage.size()));
  return point ? distance(point, ecefFromEnu(place)) : Infinity;
}

async function isGreen(stage: StageDriver, place: Vec3): Promise<boolean> {
  await stage.settled();
  const { r, g, b } = (await stage.picture()).around(...pixelOf(place, VIEW, await stage.size()));
  return g > 2 * Math.max(r, b);
}

const files = (page: Page) => page.getByRole('region', { name: 'Files of your own' });

test('the section box cuts models that were dropped: in the picture, and in picks', async ({ page, signedInAs }) => {
  const paths = [path.join(MADE_DIR, 'cut-plate.3tz'), path.join(MADE_DIR, 'cut-square.slpk')] as const;
  await writeFile(paths[0], plateArchive(PLATE));
  await writeFile(paths[1], squareLayer(SQUARE));
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await dropFiles(page, stage, paths);
  for (const file of paths)
    await expect(
      files(page)
        .getByRole('listitem')
        .filter({ hasText: path.basename(file) }),
    ).toContainText('Placed by its own coordinates.', { timeout: 60_000 });
  const [plateWest, plateEast] = halves(PLATE);
  const [squareWest, squareEast] = halves(SQUARE);
  for (const place of [plateWest, plateEast, squareWest, squareEast])
    expect(await missOf(stage, place)).toBeLessThan(0.2);
  expect(await isGreen(stage, plateWest)).toBe(true);

  // From the middle of the plate to the middle of the square, and from the ground to above both.
  const keep = (centre: Vec3, size: Vec3) =>
    page.evaluate(
      ([centerEcef, sides]) =>
        window.overlook!.section.set({ box: { centerEcef, size: sides, headingRad: 0 }, planes: [] }),
      [ecefFromEnu(centre), size] as const,
    );
  await keep([ROOF[0], ROOF[1], PLATE[2]], [12, 40, 40]);
  expect(await isGreen(stage, plateWest), 'the western half is cut away').toBe(false);
  expect(await isGreen(stage, plateEast)).toBe(true);
  for (const place of [plateEast, squareWest]) expect(await missOf(stage, place)).toBeLessThan(0.2);
  for (const place of [plateWest, squareEast]) expect(await missOf(stage, place)).toBeGreaterThan(2);

  // Below the models: nothing of them is left.
  await keep([ROOF[0], ROOF[1], ROOF[2] - 10], [100, 100, 24]);
  for (const place of [plateWest, plateEast, squareWest, squareEast])
    expect(await missOf(stage, place)).toBeGreaterThan(2);
  expect(await isGreen(stage, plateEast)).toBe(false);

  await page.getByRole('switch', { name: 'Section box' }).click();
  for (const place of [plateWest, plateEast, squareWest, squareEast])
    expect(await missOf(stage, place)).toBeLessThan(0.2);
  expect(await isGreen(stage, plateWest)).toBe(true);
});

test(
  'a scene layer of I3S 1.6 and a building that are dropped lie where they say, without what is hidden',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const [oldFile, buildingFile] = ['old.slpk', 'building.slpk'].map((name) => path.join(MADE_DIR, name)) as [
      string,
      string,
    ];
    const parts = [besides([6, 0, 4]), besides([6, 8, 4])];
    const hidden = besides([6, -8, 4]);
    await writeFile(oldFile, oldSquareLayer(PLATE));
    await writeFile(buildingFile, squareBuilding(parts, hidden));
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    await dropFiles(page, stage, [oldFile, buildingFile]);
    const row = (file: string) =>
      files(page)
        .getByRole('listitem')
        .filter({ hasText: path.basename(file) });
    await expect(row(oldFile)).toContainText('Placed by its own coordinates.', { timeout: 60_000 });
    await expect(row(buildingFile)).toContainText('Its author hid parts, which are not shown: 1.', { timeout: 60_000 });
    for (const place of [...halves(PLATE), ...parts]) expect(await missOf(stage, place)).toBeLessThan(0.2);
    expect(await missOf(stage, hidden)).toBeGreaterThan(2);
  },
);

/** Bytes of a file of the archive that no tile names. */
const UNUSED_BYTES = 8 * 1024 * 1024;
const DATA = { id: 'archives', code: 'export default 1;' };

test('an archive at an address is shown where it says, and only its parts are fetched', async ({
  page,
  signedInAs,
}) => {
  const unused = { name: 'unused.bin', bytes: Buffer.alloc(UNUSED_BYTES, 7) };
  const archive = plateArchive(PLATE, [unused]);
  const data = { 'plate.3tz': archive, 'cut.3tz': archive.subarray(0, 400) };
  await installLayers([{ ...DATA, data }]);
  try {
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    const address = (name: string) => `/layers/${DATA.id}/data/${name}`;
    await expect.poll(async () => (await page.request.get(ORIGIN + address('cut.3tz'))).status()).toBe(200);
    let [bytes, requests] = [0, 0];
    page.on('response', (response) => {
      if (!response.url().endsWith('plate.3tz')) return;
      requests++;
      bytes += Number(response.headers()['content-length']);
      expect(response.status()).toBe(206);
    });
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add layer' }).click();
      await page.getByRole('textbox', { name: LAYERS_MESSAGES['layers.fromAddress'] }).fill(address(name));
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await page.getByRole('link', { name: 'Layers' }).click();
    await add('plate.3tz');
    await expect(files(page)).toContainText('Placed by its own coordinates.', { timeout: 60_000 });
    for (const place of halves(PLATE)) expect(await missOf(stage, place)).toBeLessThan(0.2);
    expect(await isGreen(stage, PLATE)).toBe(true);
    expect(requests).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(UNUSED_BYTES / 4);

    await add('cut.3tz');
    await expect(files(page)).toContainText('cut.3tz: It is no ZIP archive, or it is cut off.');
    await add('none.3tz');
    await expect(page.getByRole('dialog', { name: 'Add layer' })).toContainText('answered 404');
  } finally {
    await removeLayers([DATA]);
  }
});
