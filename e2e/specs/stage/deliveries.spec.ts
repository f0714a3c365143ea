/**
 * A scan enters by browser, through a cut line, a killed server and a reload, with a wrong coordinate system mended on the page, to a
 * picked point.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { writeMadeLas } from '@overlook/server/publish/points/testing/made-las';
import { llaFromEcef } from '@overlook/shared/maths';
import type { Upload } from '@overlook/shared/schemas';
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { expect, type OwnServer, test } from '../../fixtures/own-server.ts';
import { StageDriver } from '../../fixtures/stage-driver.ts';

/** Where the plant of the made file begins, EPSG:7854. */
const EAST = 271_382;
const NORTH = 6_115_204;
const HEIGHT = 30;
const POINTS = 400_000;
/** Slow enough that everything happens while bytes are on their way. */
const BYTES_A_SECOND = 600_000;
/** The longest that an import takes beside much other work. */
const IMPORT_MS = 120_000;

test.use({ viewport: { width: 1440, height: 900 } });

let folder: string;
test.beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'overlook-delivery-')), 'Ridgeway scan');
  await mkdir(path.join(folder, 'day 1'), { recursive: true });
  for (const day of ['day 1/north.las', 'south.las'])
    await writeMadeLas(path.join(folder, day), { points: POINTS / 2, offset: [EAST, NORTH, HEIGHT] });
});
test.afterAll(() => rm(path.dirname(folder), { recursive: true }));

async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

/** Its server may have sites of other specs, so its page is opened by this name. */
const SITE = { name: 'East Jetty', slug: 'east-jetty' };

async function aSite(server: OwnServer, token: string): Promise<number> {
  const made = await server.call<{ site: { id: number } }>('POST', '/sites/manage', SITE, token);
  expect(made.status).toBe(200);
  return made.body.site.id;
}

test('a scan is sent, mended on the page and shown where it lies', async ({ page, ownServer, openAs }) => {
  test.setTimeout(360_000);
  const admin = await ownServer.createPerson({ isAdmin: true });
  const token = await ownServer.session(admin);
  const siteId = await aSite(ownServer, token);
  const delivery = async () => {
    const { body } = await ownServer.call<{ uploads: Upload[] }>(
      'GET',
      `/sites/manage/${siteId}/uploads`,
      undefined,
      token,
    );
    expect(body.uploads).toHaveLength(1);
    return body.uploads[0]!;
  };
  const received = async () => (await delivery()).receivedBytes;
  await openAs(admin, `/settings/sites/${siteId}/upload`);
  const choose = () => page.getByLabel('Folder', { exact: true }).setInputFiles(folder);

  await test.step('it is recognised before anything is sent', async () => {
    await choose();
    const part = page.getByRole('row', { name: /Point cloud/ });
    await expect(part).toContainText('400,000 points');
    await expect(page.getByRole('button', { name: 'Start upload' })).toHaveAttribute('aria-disabled', 'true');
    await part.click();
    // A system of other units than the file has.
    await page.getByRole('combobox', { name: 'Coordinates' }).fill('EPSG:4326');
    await page.keyboard.press('Tab'); // closes the list
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('it survives a killed server, a cut line and a reload', async () => {
    await slowDown(page, BYTES_A_SECOND);
    await page.getByRole('button', { name: 'Start upload' }).click();
    await expect(page.getByRole('progressbar', { name: /Ridgeway scan/ })).toHaveAttribute('value', /[1-9]/);
    await ownServer.killAndRestart();
    const before = await received();
    await expect.poll(received, { timeout: 60_000 }).toBeGreaterThanOrEqual(before);
    await page.context().setOffline(true);
    await expect(page.getByText('Paused').first()).toBeVisible();
    await page.context().setOffline(false);
    await page.reload();
    await expect(page.getByText('Choose the folder again to go on')).toBeVisible();
    await slowDown(page, -1);
    await choose();
  });

  await test.step('a wrong coordinate system is refused, and mended without sending a byte again', async () => {
    const mend = page.getByRole('button', { name: 'Correct and try again' });
    await expect(mend).toBeVisible({ timeout: IMPORT_MS });
    expect((await delivery()).state).toBe('refused');
    await mend.click();
    const dialog = page.getByRole('dialog', { name: /^Correct / });
    await dialog.getByRole('combobox', { name: 'Coordinates' }).fill('EPSG:7854');
    await page.keyboard.press('Tab'); // closes the list
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await delivery()).state, { timeout: IMPORT_MS }).toBe('done');
  });

  await test.step('its points are where the file says', async () => {
    await page.goto(`/?v=1&site=${SITE.slug}`);
    const stage = new StageDriver(page);
    await stage.settled();
    const { width, height } = await stage.size();
    const heights: number[] = [];
    for (let x = 0.2; x < 0.85; x += 0.05) {
      const point = await stage.pickPoint(Math.round(width * x), Math.round(height * 0.55));
      if (point) heights.push(llaFromEcef(point).height);
    }
    expect(heights.length).toBeGreaterThan(3);
    // The sea lies 1.55 m below the ellipsoid here (EGM96), and heights were read as above the sea; a tank may hide its ground.
    expect(Math.abs(Math.min(...heights) - (HEIGHT - 1.55))).toBeLessThan(0.05);
  });
});
