/** The layers of the gallery that the demo does not offer: values on surfaces, and a map of another service under the site. */
import type { Page } from '@playwright/test';
import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import sharp from 'sharp';
import { installLayers, removeLayers } from '../../fixtures/installed-layers.ts';
import type { Rgb } from '../../fixtures/picture.ts';
import { above, facing, flatFace, middleOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = flatFace('Control room roof deck');
const valueAt = ([east, north, up]: Vec3, value: number) => {
  const { longitude, latitude, height } = llaFromEcef(ecefFromEnu([east, north, up]));
  return [longitude, latitude, height, value];
};
const [east, north, up] = middleOf(ROOF);
const HOT = [-0.5, 0, 0.5].flatMap((dx) => [-0.5, 0, 0.5].map((dy) => valueAt([east + dx, north + dy, up + 0.05], 80)));
const POINTS = { unit: '°C', points: [...HOT, valueAt([east + 3, north + 3, up + 0.05], 20)] };

const ofGallery = (gallery: string, title: string, options: object) => ({
  code: '',
  manifest: { title, gallery, options, module: undefined, files: undefined },
});
const MAP_URL = '/proxy/wms?BBOX={bbox}&WIDTH={size}&HEIGHT={size}';
const LAYERS = [
  { id: 'heat', data: { 'points.json': POINTS }, ...ofGallery('heat-map', 'Surface temperature', { radiusM: 0.6 }) },
  {
    id: 'ground',
    ...ofGallery('ground-map', 'Ground map', { url: MAP_URL, heightM: 1, radiusM: 300, credit: 'Survey' }),
  },
];

test.use({ viewport: { width: 900, height: 560 } });
test.beforeAll(() => installLayers(LAYERS));
test.afterAll(() => removeLayers(LAYERS));
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function switchOn(page: Page, stage: StageDriver, name: string): Promise<void> {
  await stage.settled();
  await page.getByRole('link', { name: 'Layers' }).click();
  await page.getByRole('switch', { name, exact: true }).click();
}

async function middleColour(stage: StageDriver): Promise<Rgb> {
  await stage.settled();
  const picture = await stage.picture();
  return picture.around(picture.width / 2, picture.height / 2);
}

test('values of a heat map are colours on the roof where they were measured', async ({ page, signedInAs }) => {
  const pose = poseOf(facing(ROOF, 15));
  const stage = await signedInAs('member', { site: 'ridgeway', pose, settings: COARSE_MODEL });
  await switchOn(page, stage, 'Surface temperature');
  await expect(page.getByText('10 values, 20 to 80 °C')).toBeVisible();
  // The hottest are yellow.
  await expect
    .poll(async () => {
      const { r, g, b } = await middleColour(stage);
      return r > 170 && g > 150 && b < 110;
    })
    .toBe(true);
});

test(
  'pictures of a map service lie under the site, requested by their corners',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#e01818' } })
      .png()
      .toBuffer();
    const asked: string[] = [];
    await page.route('**/proxy/wms?*', (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('BBOX')!);
      return route.fulfill({ body: red, contentType: 'image/png' });
    });
    const pose = poseOf(above([130, 130, 0], 60));
    const stage = await signedInAs('member', { site: 'ridgeway', pose, settings: COARSE_MODEL });
    await switchOn(page, stage, 'Ground map');
    await expect(page.getByText(/^\d+ pictures, Survey$/)).toBeVisible();
    for (const box of asked) {
      const [west, south, eastSide, northSide] = box.split(',').map(Number);
      expect(eastSide! - west!).toBeCloseTo(northSide! - south!, 3);
    }
    await expect
      .poll(async () => {
        const { r, g, b } = await middleColour(stage);
        return r > 120 && g < 80 && b < 80;
      })
      .toBe(true);
  },
);
