/**
 * A Place restores the whole view from which it was saved for a person who may see it, and tells other people what it
 * leaves out.
 */
import type { Page } from '@playwright/test';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { objectTree } from '@overlook/server/demo/object-tree';
import { describeSite } from '@overlook/server/demo/sites';
import { COLUMN_TOPS } from '@overlook/server/demo/truth';
import { above, CAD, poseOf, SHADED, TEXTURED, ecefFromEnu } from '../../fixtures/plant.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { COARSE_MODEL, expect, openAs, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1440, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

const COLUMN = objectTree(describeSite('ridgeway')).find(({ name }) => name === 'C-103 Stabiliser')!;
const TOP = COLUMN_TOPS[2]!.topEnu;
const POSE = poseOf(above(TOP, 40));
const BOX: Vec3 = [30, 24, 60];

/** A distance of 3 m as the address of a view writes it: whole millimetres, the second point as the step from the first. */
function measured(): string {
  const millimetres = (point: Vec3) => ecefFromEnu(point).map((metres) => Math.round(metres * 1000));
  const [from, to] = [millimetres(TOP), millimetres([TOP[0] + 3, TOP[1], TOP[2]])];
  const step = to.map((value, axis) => value - from[axis]!);
  return JSON.stringify({ v: 1, f: [['d', 'Across', [...from, TEXTURED, 2, ...step, TEXTURED, 2]]] });
}

const VIEW =
  `/?v=1&site=ridgeway&layers=${CAD},${SHADED}&free&cut=3&box=${[...ecefFromEnu(TOP), ...BOX, 0].join()}` +
  `&m=${encodeURIComponent(measured())}`;

const SAVED_SETTINGS = {
  ...COARSE_MODEL,
  'overlook.units': 'imperial',
  'overlook.projection': 'utm',
  'overlook.metadata-mode': 'show',
  'overlook.metadata-opacity': 20,
};
const OTHER_SETTINGS = {
  ...COARSE_MODEL,
  'overlook.quality': 'balanced',
  'overlook.units': 'metric',
  'overlook.projection': 'wgs84',
  'overlook.metadata-mode': 'off',
  'overlook.metadata-opacity': 90,
  'overlook.viewer-count': 1,
  'overlook.viewer-sync': true,
};

const card = (page: Page) => page.getByRole('region', { name: 'Your Places' });
const objects = (page: Page) => page.getByRole('complementary', { name: 'Object tree' });
const openTree = (page: Page) => page.getByRole('switch', { name: 'Object tree' }).click();
const stored = (page: Page, names: readonly string[]) =>
  page.evaluate((all) => all.map((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown), names);

const KEPT = [
  'overlook.quality',
  'overlook.units',
  'overlook.projection',
  'overlook.metadata-mode',
  'overlook.metadata-opacity',
];

test('a Place restores its whole view, and tells a person who may see less what it leaves out', async ({
  page,
  stage,
  browser,
}) => {
  test.slow();
  const name = `Whole ${Date.now().toString(36)}`;
  let token = await openAs(page, 'member', { site: 'ridgeway', path: VIEW, pose: POSE, settings: SAVED_SETTINGS });
  await stage.settled();
  await openTree(page);
  await objects(page).getByRole('searchbox', { name: 'Search objects' }).fill(COLUMN.tags[0]!);
  const found = objects(page).getByRole('tree', { name: 'Objects found' });
  await found.getByRole('treeitem', { name: new RegExp(COLUMN.name) }).click();
  await stage.settled();
  const pose = await stage.pose();

  await stage.region.focus();
  await page.keyboard.press('p');
  await card(page).getByRole('button', { name: 'Save this view' }).first().click();
  await page.getByRole('textbox', { name: 'Name of the Place' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Place was successfully created')).toBeVisible();

  await test.step('opened in a browser that shows something else', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 800 }, reducedMotion: 'reduce' });
    const fresh = await context.newPage();
    const again = stage.on(fresh);
    token = await openAs(fresh, 'member', { site: 'ridgeway', path: '/mocs', settings: OTHER_SETTINGS });
    await again.settled();
    await again.setLayer(TEXTURED);
    await card(fresh)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
    await expect.poll(async () => distance((await again.pose()).position, pose.position)).toBeLessThan(0.001);
    await again.screen(2).settled();
    expect([await again.layer(), await again.screen(2).layer()]).toEqual([CAD, SHADED]);
    await expect.poll(() => stored(fresh, KEPT)).toEqual(['speed', 'imperial', 'utm', 'show', 20]);
    await expect(fresh.getByRole('switch', { name: 'Section box' })).toBeChecked();
    // The parameters in the address of the main view afterwards.
    await fresh.getByRole('button', { name: 'Close', exact: true }).click();
    for (const part of ['free', 'cut=3', 'box=', 'm=', `layers=${CAD},${SHADED}`])
      await expect(fresh, part).toHaveURL(new RegExp(`[?&]${part}`));
    expect(new URL(fresh.url()).searchParams.get('m')).toBe(measured());
    const size = new URL(fresh.url()).searchParams.get('box')!.split(',').slice(3, 6).map(Number);
    expect(size).toEqual(BOX);
    await openTree(fresh);
    await expect(objects(fresh).getByRole('treeitem', { selected: true })).toHaveAccessibleName(
      new RegExp(COLUMN.name),
    );
    await objects(fresh).getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(
      fresh.getByRole('dialog', { name: 'Filter' }).getByRole('radio', { name: 'Show selected' }),
    ).toBeChecked();
    await context.close();
  });

  await test.step('opened by a person who has one layer alone', async () => {
    const answer = await page.request.get(`${ORIGIN}/api/snapshots/user`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { snapshots } = (await answer.json()) as { snapshots: { id: number; siteId: number; name: string }[] };
    const { id, siteId } = snapshots.find((place) => place.name === name)!;
    const context = await browser.newContext({ viewport: { width: 1440, height: 800 }, reducedMotion: 'reduce' });
    const other = await context.newPage();
    const theirs = stage.on(other);
    await openAs(other, 'guest', { path: `/bookmark/${siteId}/${id}`, settings: OTHER_SETTINGS });
    await expect(
      other.getByText('Layers and objects of this Place are not open to you and were left out'),
    ).toBeVisible();
    await theirs.settled();
    expect(await theirs.layer()).toBe(TEXTURED);
    await expect.poll(async () => distance((await theirs.pose()).position, pose.position)).toBeLessThan(0.001);
    expect((await stored(other, KEPT)).slice(1)).toEqual(['imperial', 'utm', 'off', 90]);
    await expect(other.getByRole('switch', { name: 'Object tree' })).toHaveCount(0);
    await context.close();
  });
});
