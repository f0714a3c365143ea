/**
 * A second scan of a site comes by browser as a draft: its publisher sees it beside what is published, another person by no
 * address; then it is published on the page of the site.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectOperator } from '@overlook/server/cli/operator-client';
import { writeMadeLas } from '@overlook/server/publish/points/testing/made-las';
import type { Capture } from '@overlook/shared/schemas';
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { expect, test } from '../../fixtures/own-server.ts';
import { StageDriver } from '../../fixtures/stage-driver.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** The longest that an import takes beside much other work. */
const IMPORT_MS = 120_000;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-drafts-'));
  for (const [name, points] of [
    ['march.las', 20_000],
    ['september.las', 30_000],
  ] as const)
    await writeMadeLas(path.join(folder, name), { points, offset: [271_382, 6_115_204, 30] });
});
test.afterAll(() => rm(folder, { recursive: true }));

test('a further scan is a draft until it is published', async ({ page, ownServer, openAs }) => {
  test.setTimeout(300_000);
  const [publisher, other] = [
    await ownServer.createPerson({ isAdmin: true }),
    await ownServer.createPerson({ isAdmin: true }),
  ];
  const [token, otherToken] = [await ownServer.session(publisher), await ownServer.session(other)];
  const made = { name: 'North Jetty', slug: 'north-jetty' };
  const { body } = await ownServer.call<{ site: { id: number } }>('POST', '/sites/manage', made, token);
  const siteId = body.site.id;
  const captures = async (by: string) =>
    (await ownServer.call<{ captures: Capture[] }>('GET', `/captures/${siteId}`, undefined, by)).body.captures;
  const statusOf = async (filepath: string, by: string) =>
    (await fetch(`${ownServer.origin}${filepath}`, { headers: { authorization: `Bearer ${by}` } })).status;
  const operator = (await connectOperator(ownServer.dataDir))!;
  const points = path.join(folder, 'march.las');
  await operator.run(
    'site.addImport',
    { slug: made.slug, layers: { points }, crs: 'EPSG:7854', captured: '2026-03-14' },
    { signal: AbortSignal.timeout(20_000), onProgress: () => {} },
  );
  await expect.poll(async () => (await captures(token)).length, { timeout: IMPORT_MS }).toBe(1);

  await test.step('it is asked when it was captured, and becomes a draft', async () => {
    await openAs(publisher, `/settings/sites/${siteId}/upload`);
    await page.getByLabel('Files', { exact: true }).setInputFiles(path.join(folder, 'september.las'));
    await page.getByRole('row', { name: /Point cloud/ }).click();
    await page.getByRole('combobox', { name: 'Coordinates' }).fill('EPSG:7854');
    await page.keyboard.press('Tab'); // closes the list
    const start = page.getByRole('button', { name: 'Start upload' });
    const captured = page.getByRole('textbox', { name: 'Captured on' });
    await captured.fill('');
    await expect(start).toHaveAttribute('data-tooltip', /Type when it was captured/);
    await captured.fill('2026-09-26');
    await expect(page.getByRole('checkbox', { name: 'Show it only to me first' })).toBeChecked();
    await expectAccessible(page);
    await start.click();
    await expect.poll(async () => (await captures(token)).length, { timeout: IMPORT_MS }).toBe(2);
  });

  await test.step('another manager of the site finds it by no address', async () => {
    const draft = (await captures(token)).find(({ publishedAt }) => publishedAt === null)!;
    expect(await captures(otherToken)).toMatchObject([{ takenOn: '2026-03-14' }]);
    expect([await statusOf(draft.filepath, token), await statusOf(draft.filepath, otherToken)]).toEqual([200, 404]);
    const publish = `/sites/manage/${siteId}/captures/${draft.id}/publish`;
    expect((await ownServer.call('POST', publish, {}, otherToken)).status).toBe(404);
  });

  await test.step('its publisher sees it on the stage, beside what is published', async () => {
    const [, draft] = await captures(token);
    await page.goto(`/?v=1&site=${made.slug}&layers=1&at=draft-${draft!.id}`);
    await new StageDriver(page).settled();
    await expect(page.getByText('Draft of 26 Sep 2026: only you see it')).toBeVisible();
    await page.getByRole('button', { name: 'Place by hand', exact: true }).click();
  });

  await test.step('it is moved over what is published, and kept there', async () => {
    const east = page.getByRole('spinbutton', { name: 'Moved east' });
    await east.fill('-2.5');
    await east.press('Enter');
    await expect(page.getByText('beside Point Cloud, 14 Mar 2026')).toBeVisible();
    await new StageDriver(page).settled();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep this place' }).click();
    const placed = async () => (await captures(token))[1]!;
    await expect.poll(async () => (await placed()).placement?.shiftM).toEqual([-2.5, 0, 0]);
    expect(await statusOf((await placed()).filepath, token)).toBe(200);
    expect(await statusOf((await placed()).filepath, otherToken)).toBe(404);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Open its page' }).click();
  });

  await test.step('published on the page of the site, it is the newest for all', async () => {
    const ofCloud = page.getByRole('group', { name: 'Captures of Point Cloud' });
    await ofCloud.getByRole('button', { name: '26 Sep 2026, draft' }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await expect(ofCloud.getByRole('button', { name: '26 Sep 2026', exact: true })).toBeVisible();
    expect(await captures(otherToken)).toMatchObject([
      { isCurrent: false },
      { takenOn: '2026-09-26', isCurrent: true },
    ]);
  });
});
