/** The tools on a phone: a sheet over a stage that can still be used above it. */
import { MODEL_TYPES } from '@overlook/shared/config';
import { distance } from '@overlook/shared/maths';
import { expectAccessible } from '../../fixtures/axe.ts';
import { facing, flatFace, pointOnFace, poseOf } from '../../fixtures/plant.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const ON_ROOF = facing(ROOF, 20);
const EXACT = 0.002;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('two taps measure on a phone', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { site: 'ridgeway', pose: poseOf(ON_ROOF), settings: MODEL_ONLY });
  const tools = new Tools(page);
  await stage.settled();
  await page.getByRole('link', { name: 'Tools' }).tap();
  await expect(tools.card('Measure Mode')).toBeVisible();
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider, 'nothing scrolls sideways').toBeLessThanOrEqual(0);

  const size = await stage.size();
  const sheet = (await tools.card('Measure Mode').boundingBox())!;
  await expect(page.getByText('Tap to add a point')).toBeVisible();
  const canvas = (await stage.region.boundingBox())!;
  const places = [
    [Math.round(size.width * 0.2), Math.round(size.height * 0.3)],
    [Math.round(size.width * 0.6), Math.round(size.height * 0.4)],
  ] as const;
  for (const [x, y] of places) {
    expect(canvas.y + y).toBeLessThan(sheet.y);
    await page.touchscreen.tap(canvas.x + x, canvas.y + y);
    await stage.settled();
  }
  const [from, to] = places.map((place) => pointOnFace(ON_ROOF, place, size, ROOF));
  await expect(tools.card('Measure Mode').getByRole('row')).toHaveCount(3);
  const [line] = await tools.exported();
  expect(Math.abs(line!.properties.lengthMetres! - distance(from!, to!))).toBeLessThan(EXACT);
  await expectAccessible(page);
});

test('the button of the site has both names in its box, beside whatever buttons a layer has', async ({
  page,
  signedInAs,
}) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', pose: poseOf(ON_ROOF), settings: MODEL_ONLY });
  await stage.settled();
  const button = page.getByRole('link', { name: /^Ridgeway Gas Plant/ });
  for (const { id, label } of MODEL_TYPES.filter(({ id }) => id > 0)) {
    await stage.setLayer(id);
    const name = button.getByText(label, { exact: true });
    await expect(name).toBeVisible();
    const [outer, inner] = [(await button.boundingBox())!, (await name.boundingBox())!];
    expect(inner.y + inner.height, label).toBeLessThanOrEqual(outer.y + outer.height);
    expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth), label).toBeLessThanOrEqual(0);
  }
});

test('the half sheet shows four legs under the one title of the tool', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { site: 'ridgeway', pose: poseOf(ON_ROOF), settings: MODEL_ONLY });
  const tools = new Tools(page);
  await stage.settled();
  await page.getByRole('link', { name: 'Tools' }).tap();
  const card = tools.card('Measure Mode');
  await expect(card).toBeVisible();
  await expect(tools.card('Target Mode')).toHaveCount(0);
  const size = await stage.size();
  const canvas = (await stage.region.boundingBox())!;
  for (const [u, v] of [
    [0.2, 0.3],
    [0.35, 0.4],
    [0.5, 0.3],
    [0.65, 0.4],
    [0.8, 0.3],
  ] as const)
    await page.touchscreen.tap(canvas.x + Math.round(size.width * u), canvas.y + Math.round(size.height * v));
  const rows = card.getByRole('row');
  await expect(rows).toHaveCount(6);
  const bar = (await page.getByRole('button', { name: 'Add point at the crosshair' }).boundingBox())!;
  const fourth = (await rows.nth(4).boundingBox())!;
  expect(fourth.y + fourth.height).toBeLessThanOrEqual(bar.y);

  await test.step('and leads back to the other tools', async () => {
    await tools.button('All tools').tap();
    await expect(tools.card('Target Mode')).toBeVisible();
    await expect(tools.card('Angle Measure Mode')).toBeVisible();
  });
});
