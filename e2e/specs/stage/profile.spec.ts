/** A section through the demo's point cloud: a tank of which radius and height are known, as the strip and its files have it. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { NAMED_POINTS, RED_TANK } from '@overlook/server/demo/truth';
import { expectAccessible } from '../../fixtures/axe.ts';
import { above, pixelOf, poseOf, enuFromEcef } from '../../fixtures/plant.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const [EAST, NORTH] = RED_TANK.centreEnu;
const POSE = above([EAST, NORTH, 0], 60);
const OPENING = { site: 'ridgeway', pose: poseOf(POSE), settings: MODEL_ONLY };
/** Approximate distance between points on the objects of the demo's cloud, in metres (server/src/demo/quality.ts). */
const SPACING = 0.12;
const BESIDE = 16;

test.use({ viewport: { width: 1040, height: 760 } });

const strip = (page: Page) => page.getByRole('region', { name: 'Profile', exact: true });
const plot = (page: Page) => strip(page).getByRole('application');

async function saved(page: Page, entry: RegExp): Promise<Buffer> {
  await strip(page).getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ridgeway-profile-\d{4}-\d\d-\d\d-\d{6}\.[a-z]{3}$/);
  return readFile(await download.path());
}

test('a section through a tank has its radius and its height', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', OPENING);
  await stage.settled();
  const size = await stage.size();
  const ends: Vec3[] = [];
  await stage.region.focus();
  await page.keyboard.press('r');
  for (const [east, prompt] of [
    [EAST - BESIDE, 'Click where the profile begins'],
    [EAST + BESIDE, 'Click where the profile ends'],
  ] as const) {
    await expect(page.getByText(prompt)).toBeVisible();
    const pixel = pixelOf([east, NORTH, 0], POSE, size).map(Math.round) as [number, number];
    ends.push(enuFromEcef((await stage.pickPoint(...pixel))!));
    await stage.click(pixel);
  }
  await expect(plot(page)).toHaveAttribute('data-settled', 'true');
  const [a, b] = ends as [Vec3, Vec3];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const facts = strip(page).getByLabel('Points of the profile');
  await expect(facts).toContainText(`${length.toFixed(2)}\u202Fm`);

  await test.step('the stage has given it its room, and the section is drawn', async () => {
    expect((await stage.size()).height).toBeLessThan(size.height - 300);
    const inked = await plot(page)
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
      });
    expect(inked).toBeGreaterThan(1000);
    await expectAccessible(page);
  });

  await test.step('its points are where the plant is described', async () => {
    const thickness = strip(page).getByRole('spinbutton', { name: 'Thickness' });
    await thickness.fill('0.5');
    await thickness.press('Enter');
    const text = (await saved(page, /Points, CSV/)).toString();
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^along_m,across_m,up_m,longitude,latitude,ellipsoidal_height_m,red,green,blue/);
    const points = rows.map((row) => row.split(',').slice(0, 3).map(Number) as Vec3);
    expect(points.length).toBeGreaterThan(1000);
    for (const [along, across] of points) {
      expect(Math.abs(across)).toBeLessThanOrEqual(0.25);
      expect(along).toBeGreaterThanOrEqual(0);
      expect(along).toBeLessThanOrEqual(length + 1e-3);
    }
    const middle = EAST - a[0];
    // The shell over the stairs' foot and under the roof: nothing is inside of it.
    const wall = points.filter(([, , up]) => up + a[2] > 4 && up + a[2] < RED_TANK.height - 1).map(([along]) => along);
    const west = Math.max(...wall.filter((along) => along < middle));
    const east = Math.min(...wall.filter((along) => along > middle));
    expect(Math.abs((east - west) / 2 - RED_TANK.radius)).toBeLessThan(SPACING);
    expect(Math.abs((east + west) / 2 - middle)).toBeLessThan(SPACING);
    // A vent on the middle of the roof is higher: half of the points lie below it.
    const roof = points.filter(([along]) => Math.abs(along - middle) < 1).map(([, , up]) => up);
    const middleUp = roof.toSorted((low, high) => low - high)[Math.floor(roof.length / 2)]!;
    expect(Math.abs(middleUp + a[2] - NAMED_POINTS['T-103 roof centre']![2])).toBeLessThan(SPACING);
  });

  await test.step('LAS file and drawing have the number of points that the strip shows', async () => {
    const count = Number(/([\d,]+) points/.exec(await facts.innerText())![1]!.replaceAll(',', ''));
    const las = await saved(page, /Points, LAS/);
    expect(Number(las.readBigUInt64LE(247))).toBe(count);
    expect(las.length).toBe(las.readUInt32LE(96) + 36 * count);
    const dxf = (await saved(page, /Drawing, DXF/)).toString();
    expect(dxf.match(/\nPOINT\n/g)).toHaveLength(count);
    const png = await saved(page, /Picture, PNG/);
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    // Width and height of the first chunk: two pixels for each of the screen.
    const { width, height } = (await plot(page).boundingBox())!;
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * Math.round(width), 2 * Math.round(height)]);
  });

  await test.step('the address and a Place open the same section again', async () => {
    const isShownAgain = async () => {
      await expect(plot(page)).toHaveAttribute('data-settled', 'true');
      await expect(facts).toContainText(`${length.toFixed(2)}\u202Fm`);
      await expect(strip(page).getByRole('spinbutton', { name: 'Thickness' })).toHaveValue('0.50');
    };
    await expect(page).toHaveURL(/[?&]profile=[^&]+,0\.5,scanned,1(&|$)/);
    await page.reload();
    await isShownAgain();
    await strip(page).getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Save as a place' }).click();
    await expect(page.getByText('Place was successfully created')).toBeVisible();
    await strip(page).getByRole('button', { name: 'Close the profile' }).click();
    await expect(page).not.toHaveURL(/profile=/);
    await stage.region.focus();
    await page.keyboard.press('p');
    const places = page.getByRole('region', { name: 'Your Places' });
    await places
      .getByRole('button', { name: new RegExp(`^Profile, ${length.toFixed(2)}`) })
      .first()
      .click();
    await isShownAgain();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('a distance in the section is one of the model, too', async () => {
    await strip(page).getByRole('button', { name: 'Measure in the section' }).click();
    const box = (await plot(page).boundingBox())!;
    for (const [x, y] of [
      [0.35, 0.3],
      [0.7, 0.6],
    ] as const)
      await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
    await page.keyboard.press('Escape');
    await stage.region.focus();
    await page.keyboard.press('t');
    await expect(new Tools(page).card('Measure Mode')).toContainText('in one leg');
    await page.keyboard.press('Escape');
  });

  await test.step('Escape closes it, and the stage has its room again', async () => {
    await stage.region.focus();
    await page.keyboard.press('Escape');
    await expect(strip(page)).toBeHidden();
    await expect.poll(async () => (await stage.size()).height).toBe(size.height);
  });
  expect(distance(a, b)).toBeGreaterThan(30);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'a section fills the half sheet, under a model that can still be used',
    { tag: '@long' },
    async ({ page, signedInAs }) => {
      const stage = await signedInAs('admin', { ...OPENING, path: '/tools' });
      await stage.settled();
      await page.getByRole('button', { name: 'All tools' }).click();
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      const { width } = await stage.size();
      for (const x of [0.2, 0.8]) await stage.click([width * x, 200]);
      await expect(plot(page)).toHaveAttribute('data-settled', 'true');
      const box = (await strip(page).boundingBox())!;
      expect([box.x, box.width]).toEqual([0, 390]);
      expect((await plot(page).boundingBox())!.height).toBeGreaterThan(150);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.getByRole('button', { name: 'Close the profile' }).click();
      await expect(strip(page)).toBeHidden();
    },
  );
});
