/** Layers of the gallery and files of a person, at places of the plant that its description gives. */
import type { Page } from '@playwright/test';
import { itemTops } from '@overlook/server/demo/item-tops';
import { describeSite } from '@overlook/server/demo/sites';
import type { EnuPose } from '@overlook/server/demo/types';
import { llaFromEcef } from '@overlook/shared/maths';
import { expectAccessible } from '../../fixtures/axe.ts';
import { flatFace, facing, middleOf, pixelOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const COLUMN = itemTops(describeSite('ridgeway')).find(({ tag }) => tag === 'C-102')!;
/** Level with the top of the column, to the south. */
const BEFORE_COLUMN: EnuPose = {
  position: [COLUMN.topEnu[0], COLUMN.topEnu[1] - 30, COLUMN.topEnu[2] + 4],
  direction: [0, 1, 0],
  up: [0, 0, 1],
};
/** Distance of the labels above their places. */
const LABEL_RISE_PX = 20;
const ROOF = flatFace('Control room roof deck');

test.use({ viewport: { width: 1000, height: 600 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const openLayers = (page: Page) => page.getByRole('link', { name: 'Layers' }).click();

test('assets of the gallery are at their objects and describe them', { tag: '@long' }, async ({ page, signedInAs }) => {
  const pose = poseOf(BEFORE_COLUMN);
  const stage = await signedInAs('member', { site: 'ridgeway', pose, settings: COARSE_MODEL });
  await stage.settled();
  await openLayers(page);
  for (const name of ['Assets', 'Sensors', 'Tracks', 'Scan positions'])
    await expect(page.getByRole('switch', { name, exact: true })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Assets', exact: true }).click();
  await expect(page.getByText(/^\d+ tags, \d+ in view$/)).toBeVisible();
  await expectAccessible(page);
  await stage.settled();
  const size = await stage.size();
  const [x, y] = pixelOf(COLUMN.topEnu, BEFORE_COLUMN, size);
  await stage.click([x, y - LABEL_RISE_PX]);
  await expect(page.getByRole('region', { name: 'C-102, Assets' })).toContainText(COLUMN.name);
});

test(
  'tracks and scan positions are drawn; readings of the sensors arrive and are listed with their state in words',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
    await stage.settled();
    await openLayers(page);
    await stage.settled();
    const bare = await stage.picture();
    for (const [name, summary] of [
      ['Tracks', /^\d+ tracks, /],
      ['Scan positions', /^\d+ positions, /],
    ] as const) {
      const layer = page.getByRole('switch', { name, exact: true });
      await layer.click();
      await expect(page.getByText(summary)).toBeVisible();
      const differing = async () => (await stage.picture()).differenceFrom(bare).differing;
      await expect.poll(differing, `${name} are drawn`).toBeGreaterThan(0);
      await layer.click();
      await expect.poll(differing, `${name} are gone`).toBe(0);
    }
    await page.getByRole('switch', { name: 'Sensors', exact: true }).click();
    await expect(page.getByText(/^\d+ of 38 in view$/)).toBeVisible();
  },
);

test('a GeoJSON file of a person is an area on the model, which can be clicked', async ({ page, signedInAs }) => {
  const view = facing(ROOF, 20);
  const stage = await signedInAs('member', { site: 'ridgeway', pose: poseOf(view), settings: COARSE_MODEL });
  await stage.settled();
  const [east, north, up] = middleOf(ROOF);
  const corners = [
    [-3, -3],
    [3, -3],
    [3, 3],
    [-3, 3],
    [-3, -3],
  ].map(([x, y]) => {
    const { longitude, latitude, height } = llaFromEcef(ecefFromEnu([east + x!, north + y!, up + 0.2]));
    return [longitude, latitude, height];
  });
  const feature = {
    type: 'Feature',
    properties: { name: 'Hot work 47-03', until: 'Friday' },
    geometry: { type: 'Polygon', coordinates: [corners] },
  };
  await openLayers(page);
  await page.getByRole('button', { name: 'Add layer' }).click();
  await page.getByLabel('Layer file').setInputFiles({
    name: 'permits.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature] })),
  });
  await expect(page.getByText('GeoJSON, 1 area')).toBeVisible();
  await stage.settled();
  const size = await stage.size();
  await stage.click(pixelOf([east + 1, north + 1, up + 0.2], view, size));
  await expect(page.getByRole('region', { name: 'Hot work 47-03, permits.geojson' })).toContainText('Friday');
});

test('files that are dropped on the page are layers by their kind, and another one is named', async ({
  page,
  signedInAs,
}) => {
  const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
  await stage.settled();
  const { longitude, latitude } = llaFromEcef(ecefFromEnu(middleOf(ROOF)));
  await page.evaluate(
    ({ csv }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([csv], 'gauges.csv'));
      dataTransfer.items.add(new File(['?'], 'notes.docx'));
      const at = { bubbles: true, cancelable: true, dataTransfer };
      for (const type of ['dragover', 'drop']) document.querySelector('main')!.dispatchEvent(new DragEvent(type, at));
    },
    { csv: `name,longitude,latitude\nG-1,${longitude},${latitude}\n` },
  );
  await expect(page.getByText('CSV, 1 point')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'gauges.csv' })).toBeChecked();
  const files = page.getByRole('region', { name: 'Files of your own' });
  await expect(files).toContainText('notes.docx');
  await expect(files).toContainText('This kind of file is not read here.');
  await expect(files.getByRole('listitem')).toHaveCount(1);
});
