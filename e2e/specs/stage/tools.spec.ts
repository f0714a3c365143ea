/** The other tools on the model, who may use them, and what they must survive. */
import { angleAtDeg, llaFromEcef } from '@overlook/shared/maths';
import { CAD, facing, flatFace, pointOnFace, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const ON_ROOF = facing(ROOF, 20);
const OPENING = { site: 'ridgeway', path: '/tools', pose: poseOf(ON_ROOF), settings: MODEL_ONLY };

// Wide enough for the panel to be beside the stage.
test.use({ viewport: { width: 1040, height: 560 }, permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('angle, target and Metadata card agree with the model', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  const tools = new Tools(page);
  await stage.settled();

  await test.step('in a narrow window a prompt is beside the panel, which lies over the stage', async () => {
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 720, height: 450 });
    const prompt = (await page.locator('main').getByText('Click to add a point').boundingBox())!;
    const panel = (await page.locator('aside').filter({ has: tools.panel }).boundingBox())!;
    expect(prompt.x).toBeGreaterThan(panel.x + panel.width);
    expect(prompt.x + prompt.width).toBeLessThan(720);
    await page.setViewportSize(wide);
    await stage.settled();
  });

  const { width, height } = await stage.size();
  const at = (u: number, v: number) => [Math.round(width * u), Math.round(height * v)] as const;

  await test.step('an angle is that of three pixels of the roof', async () => {
    await tools.openCard('Angle Measure Mode');
    const places = [at(0.3, 0.35), at(0.4, 0.65), at(0.7, 0.4)];
    for (const place of places) await stage.click(place);
    await stage.settled();
    const [a, corner, b] = places.map((place) => pointOnFace(ON_ROOF, place, { width, height }, ROOF));
    const truth = angleAtDeg(a!, corner!, b!)!;
    await expect(tools.card('Angle Measure Mode').getByText(`${truth.toFixed(1)}°`, { exact: true })).toBeVisible();
    const [angle] = await tools.exported();
    expect(Math.abs(angle!.properties.angleDegrees! - truth)).toBeLessThan(0.05);
  });

  await test.step('the Metadata card describes the object that was clicked, and links to its details', async () => {
    await stage.setLayer(CAD);
    await tools.openCard('Metadata');
    const card = tools.card('Metadata');
    await expect(card).toContainText('Click on an object of the Project Layer.');
    await stage.click(at(0.7, 0.6));
    await expect(card.getByRole('heading', { level: 3 })).not.toBeEmpty();
    await expect(card.locator('dt')).not.toHaveCount(0);
    const name = await card.getByRole('heading', { level: 3 }).innerText();
    await card.getByRole('button', { name: /properties$|object tree$/ }).click();
    const panel = page.getByRole('complementary', { name: 'Object tree' });
    await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
  });
});

test('a target has its coordinates, is copied and flown to', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  const tools = new Tools(page);
  await stage.settled();
  await tools.openCard('Target Mode');
  await expect(tools.card('Target Mode')).toContainText('Click on the model to create a location target.');
  const { width, height } = await stage.size();
  const place = [Math.round(width * 0.7), Math.round(height * 0.35)] as const;
  await stage.click(place);
  await stage.settled();
  const truth = ecefFromEnu(pointOnFace(ON_ROOF, place, { width, height }, ROOF));
  const { longitude, latitude, height: metres } = llaFromEcef(truth);

  const name = page.getByRole('textbox', { name: 'Name of the target' });
  await expect(name).toHaveValue('Target 1');
  await name.fill('Hatch');
  await name.press('Enter');
  const wgs84 = tools.panel.getByLabel('WGS84');
  await expect(wgs84).toContainText(longitude.toFixed(6));
  await expect(wgs84).toContainText(Math.abs(latitude).toFixed(6));
  await expect(wgs84).toContainText(metres.toFixed(2));
  await expect(tools.panel.getByLabel('UTM')).toContainText('Zone 54');
  await expectAccessible(page);

  await tools.button('Copy Hatch').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^Hatch\\t.*${longitude.toFixed(6)}`));

  await tools.button('Fly to Hatch').click();
  await stage.settled();
  const hit = (await stage.pickPoint(width / 2, height / 2))!;
  expect(Math.hypot(...hit.map((value, k) => value - truth[k]!))).toBeLessThan(0.02);
});

test('each site keeps its own results, also when it changes while a line is drawn', async ({ page, signedInAs }) => {
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  const stage = await signedInAs('member', OPENING);
  const tools = new Tools(page);
  await stage.settled();
  const { width, height } = await stage.size();
  const at = (x: number, y: number) => [Math.round(width * x), Math.round(height * y)] as const;
  const goTo = async (site: string): Promise<void> => {
    await page.getByRole('link', { name: 'Sites' }).click();
    await page.getByRole('button', { name: new RegExp(`^${site}`) }).click();
    await page.getByRole('link', { name: 'Tools' }).click();
    await stage.settled();
  };
  await stage.click(at(0.4, 0.55));
  await stage.click(at(0.6, 0.55));
  await page.keyboard.press('Enter');
  const [first] = await tools.exported();
  await stage.click(at(0.4, 0.6));

  await goTo('Harbour Tank Farm');
  await expect(tools.panel).toContainText('Click two or more points on the model to measure along them.');
  await stage.click(at(0.4, 0.7));
  await stage.click(at(0.55, 0.75));
  await page.keyboard.press('Enter');
  expect(await tools.exported()).toHaveLength(1);
  expect((await tools.exported())[0]).not.toEqual(first);

  await goTo('Ridgeway Gas Plant');
  expect((await tools.exported())[0]!.properties.lengthMetres).toBe(first!.properties.lengthMetres);
  expect(failures).toEqual([]);
});

test('a guest has no tool that needs a permission', async ({ page, signedInAs }) => {
  const stage = await signedInAs('guest', OPENING);
  const tools = new Tools(page);
  await stage.settled();
  await expect(tools.card('Metadata')).toBeVisible();
  for (const name of ['Target Mode', 'Measure Mode', 'Angle Measure Mode'] as const)
    await expect(tools.card(name)).toHaveCount(0);
  const { width, height } = await stage.size();
  await stage.click([width / 2, height / 2]);
  await stage.settled();
  await expect(page.getByText('Click to add a point')).toHaveCount(0);
  await tools.openCard('Metadata');
  await expect(tools.card('Metadata')).toContainText('your subscription does not include that layer');
  await expect(tools.button('Open the object tree')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Quality' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Projection' })).toBeVisible();
});
