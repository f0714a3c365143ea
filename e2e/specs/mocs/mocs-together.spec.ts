/** Changes that several people edit at once, also over bad connections. No model has to be drawn for these tests. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { aMoc } from '../../fixtures/a-moc.ts';
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { startBreakingProxy } from '../../fixtures/breaking-proxy.ts';
import { PORT } from '../../fixtures/server.ts';
import { expect, openAs, test, withoutWebGl } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const SAVED = 'MOC has been successfully created/updated';
const OPENING = { site: 'ridgeway', path: '/mocs' };
const LIVE = '**/trpc/mocs.changes**';

/** A name that no other run has left behind. */
const unique = (word: string): string => `${word} ${Date.now().toString(36)}`;

const form = (page: Page) => page.getByRole('dialog', { name: 'Edit MOC' });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function anotherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await context.addInitScript(withoutWebGl);
  return context.newPage();
}

test('a change is edited in two browsers at once: the second person sees at once who saved first, and chooses between both texts', async ({
  page,
  browser,
}) => {
  const name = unique('Shared');
  const id = await aMoc(name);
  await openAs(page, 'admin', { ...OPENING, path: `/mocs/edit/${id}` });
  await form(page).getByRole('textbox', { name: 'Name' }).fill(`${name} of mine`);

  const other = await anotherBrowser(browser);
  await openAs(other, 'member', { ...OPENING, path: `/mocs/edit/${id}` });
  await form(other).getByRole('textbox', { name: 'Name' }).fill(`${name} of theirs`);
  await form(other).getByRole('textbox', { name: 'Document number' }).fill('MOC-7');
  await form(other).getByRole('button', { name: 'Save MOC' }).click();
  await expect(other.getByText(SAVED)).toBeVisible();

  await expect(form(page).getByText('Morgan Member changed this MOC')).toBeVisible();
  const theirs = form(page).getByRole('radio', { name: `Theirs ${name} of theirs` });
  const yours = form(page).getByRole('radio', { name: `Yours ${name} of mine` });
  await expect(yours).toBeChecked();
  await expect(theirs).not.toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await form(page).getByRole('button', { name: 'Save MOC' }).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(row(page, `${name} of mine`)).toContainText('MOC-7');
  // The other browser follows.
  await expect(row(other, `${name} of mine`)).toBeVisible();

  const open = row(other, `${name} of mine`);
  await open.getByRole('button', { name: 'History' }).click();
  await expect(open.getByText(`name: ${name} → ${name} of theirs`)).toBeVisible();
  await expect(open.getByText(`name: ${name} of theirs → ${name} of mine`)).toBeVisible();
  await expect(open.getByText('documentNumber: MOC-1 → MOC-7')).toBeVisible();
  await expectAccessible(other);
  await expectFits(other);
  await other.context().close();
});

test('lists are polled while there is no live connection, and pushed again once there is one', async ({ page }) => {
  let isRefused = true;
  await page.route(LIVE, (route) => (isRefused ? route.fulfill({ status: 503 }) : route.continue()));
  await openAs(page, 'admin', OPENING);
  await expect(row(page, 'MOC').first()).toBeVisible();
  const polled = unique('Polled');
  await aMoc(polled);
  await expect(row(page, polled)).toBeVisible();

  const isLive = page.waitForResponse((answer) => answer.url().includes('mocs.changes') && answer.status() === 200);
  isRefused = false;
  await isLive;
  // Only a notice makes the page read one change by itself. The stream begins with one for all changes; another that arrives within
  // a moment of it is reported with it, as all.
  await expect(async () => {
    const one = page.waitForRequest((request) => request.url().includes('mocs.get'), { timeout: 10_000 });
    const told = unique('Told');
    await Promise.all([one, aMoc(told).then(() => expect(row(page, told)).toBeVisible())]);
  }).toPass();
});

test('the changes of a site are saved as CSV, GeoJSON and BCF', async ({ page }) => {
  const name = unique('Exported, "quoted"');
  await aMoc(name);
  await openAs(page, 'admin', OPENING);
  await expect(row(page, name)).toBeVisible();
  const saved = async (item: string) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Import and export MOCs' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const download = await downloading;
    return { filename: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const csv = await saved('Export CSV');
  expect(csv.filename).toBe('mocs.csv');
  expect(csv.bytes.toString()).toContain(`"${name.replaceAll('"', '""')}"`);
  const geojson = await saved('Export GeoJSON');
  expect(geojson.filename).toBe('mocs.geojson');
  const { type, features } = JSON.parse(geojson.bytes.toString()) as {
    type: string;
    features: { geometry: { type: string }; properties: Record<string, unknown> }[];
  };
  expect(type).toBe('FeatureCollection');
  expect(features.map(({ geometry }) => geometry.type)).toEqual(expect.arrayContaining(['Point', 'Polygon']));
  expect(JSON.stringify(features.map(({ properties }) => properties))).toContain(JSON.stringify(name));
  const bcf = await saved('Export BCF');
  expect(bcf.filename).toMatch(/\.bcf(zip)?$/);
  expect(bcf.bytes.toString('latin1', 0, 4)).toBe('PK\u0003\u0004');
  expect(bcf.bytes.includes('bcf.version')).toBe(true);
});

const PROXY_PORT = PORT + 100;

test.describe('over a connection that breaks', () => {
  test.use({ baseURL: `http://127.0.0.1:${PROXY_PORT}` });

  test('an upload of 30 MB is sent again and arrives complete', { tag: '@long' }, async ({ page }) => {
    test.slow();
    const MEGABYTE = 1024 * 1024;
    const proxy = await startBreakingProxy(PROXY_PORT, '/api/files/attachments/upload', 8 * MEGABYTE);
    const name = unique('With a large file');
    const id = await aMoc(name);
    await openAs(page, 'admin', { ...OPENING, path: `/mocs/edit/${id}` });
    const choosing = page.waitForEvent('filechooser');
    await form(page).getByRole('button', { name: 'Add files' }).click();
    const content = Buffer.alloc(30 * MEGABYTE, `${randomBytes(511).toString('hex')}\n`);
    const path = test.info().outputPath('log.txt');
    await writeFile(path, content);
    await (await choosing).setFiles(path);
    await expect(form(page).getByRole('button', { name: 'Remove log.txt' })).toBeVisible({ timeout: 60_000 });
    expect(proxy.breaks).toBe(1);
    await form(page).getByRole('button', { name: 'Save MOC' }).click();
    await expect(page.getByText(SAVED)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await row(page, name)
      .getByRole('link', { name: /log\.txt/ })
      .click();
    const bytes = await readFile(await (await downloading).path());
    const digest = (of: Buffer) => createHash('sha256').update(of).digest('hex');
    expect([bytes.length, digest(bytes)]).toEqual([30 * MEGABYTE, digest(content)]);
    await page.goto('about:blank');
    await proxy.close();
  });
});
