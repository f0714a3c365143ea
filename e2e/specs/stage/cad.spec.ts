/** The object tree of the Project Layer: found, read, shown in the model, and what picks make of it. */
import type { Locator, Page } from '@playwright/test';
import { objectTree } from '../../../server/src/demo/plant/object-tree.ts';
import { describeSite } from '../../../server/src/demo/plant/sites.ts';
import { COLUMN_TOPS } from '../../../server/src/demo/plant/truth.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import type { Picture } from '../../fixtures/picture.ts';
import { CAD, above, poseOf } from '../../fixtures/plant.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';

const OBJECTS = objectTree(describeSite('ridgeway'));
const COLUMN = OBJECTS.find(({ name }) => name === 'C-103 Stabiliser')!;
/** From over its head, high enough to see what stands round it. */
const OVER_COLUMN = poseOf(above(COLUMN_TOPS[2]!.topEnu, 25));
const SETTINGS = { ...MODEL_ONLY, 'overlook.quality': 'speed' };
const OPENING = { site: 'ridgeway', pose: OVER_COLUMN, settings: SETTINGS };

test.use({ viewport: { width: 1200, height: 640 }, permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const isAmber = ({ r, g, b }: { r: number; g: number; b: number }): boolean => r > 120 && r > 1.25 * g && g > 2 * b;
/** Share of a picture's middle that has the colour of what is selected. */
const amberIn = (picture: Picture): boolean => isAmber(picture.around(picture.width / 2, picture.height / 2, 6));

const openTree = async (page: Page): Promise<Locator> => {
  await page.getByRole('switch', { name: 'Object tree' }).click();
  const tree = page.getByRole('tree', { name: 'Objects' });
  await expect(tree.getByRole('treeitem').first()).toHaveAccessibleName(/Ridgeway Gas Plant/);
  return tree;
};

test('an object is found by its tag, read, seen in two screens and isolated', async ({ page, signedInAs }) => {
  const two = { ...SETTINGS, 'overlook.viewer-count': 2 };
  const stage = await signedInAs('member', { ...OPENING, settings: two });
  await stage.settled();
  for (const number of [1, 2]) await stage.screen(number).setLayer(CAD);
  await stage.screen(2).settled();
  expect(amberIn(await stage.picture())).toBe(false);
  await openTree(page);
  const panel = page.getByRole('complementary', { name: 'Object tree' });
  await panel.getByRole('searchbox', { name: 'Search objects' }).fill(COLUMN.tags[0]!);
  const hits = panel.getByRole('list', { name: 'Objects found' });
  await hits
    .getByRole('button', { name: new RegExp(COLUMN.name) })
    .first()
    .click();

  const metadata = panel.getByRole('region', { name: 'Metadata' });
  await expect(metadata.getByRole('heading', { name: COLUMN.name })).toBeVisible();
  await expect(metadata.getByRole('tab', { name: 'Navisworks' })).toHaveAttribute('aria-selected', 'true');
  const [title, properties] = Object.entries(COLUMN.properties)[0]!;
  await expect(metadata.getByRole('heading', { name: title })).toBeVisible();
  for (const name of Object.keys(properties).slice(0, 3)) {
    await expect(metadata.getByText(name, { exact: true }).first()).toBeVisible();
  }
  await expectAccessible(page);
  for (const number of [1, 2]) {
    await stage.screen(number).settled();
    expect(amberIn(await stage.screen(number).picture()), `screen ${number}`).toBe(true);
  }

  await test.step('cleared, the tree stands open at it', async () => {
    await panel.getByRole('button', { name: 'Clear the search' }).click();
    const row = panel.getByRole('treeitem', { name: new RegExp(COLUMN.name), selected: true });
    await expect(row).toBeInViewport();
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Isolate' }).click();
    await stage.settled();
  });
  const { width, height } = await stage.size();
  await expect.poll(() => stage.pick(5, height / 2)).toBeNull();
  expect((await stage.pick(width / 2, height / 2))!.featureId).not.toBeNull();
  await panel.getByRole('treeitem', { selected: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await stage.settled();
  expect(await stage.pick(5, height / 2)).not.toBeNull();
});

test('a click in the model selects, and what is hidden is picked through', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await stage.setLayer(CAD);
  const { width, height } = await stage.size();
  const place = [Math.round(width / 2), Math.round(height / 2)] as const;
  const before = (await stage.pick(...place))!;
  const clicked = OBJECTS.find(({ featureId }) => featureId === before.featureId)!;
  await stage.click(place);
  const panel = page.getByRole('complementary', { name: 'Object tree' });
  await expect(panel.getByRole('treeitem', { selected: true })).toHaveAccessibleName(new RegExp(clicked.name));
  await stage.setPose(OVER_COLUMN);

  await panel.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByText('Hide selected').click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await stage.settled();
  const size = await stage.size();
  await expect
    .poll(async () => (await stage.pick(size.width / 2, size.height / 2))?.featureId)
    .not.toBe(before.featureId);

  await test.step('the choice of the filter is kept', async () => {
    await page.reload();
    await stage.settled();
    await openTree(page);
    await panel.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(filter.getByRole('radio', { name: 'Hide selected' })).toBeChecked();
  });
});

test('a click that lays a cutting plane selects nothing', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await stage.setLayer(CAD);
  await page.getByRole('switch', { name: 'Section box' }).click();
  await page.getByRole('button', { name: 'Add plane' }).click();
  await expect(page.getByText('Click on the model to lay a cutting plane')).toBeVisible();
  const { width, height } = await stage.size();
  await stage.click([width / 2, height / 2]);
  await expect(page.getByRole('button', { name: 'Remove planes' })).toBeEnabled();
  await expect(page.getByRole('switch', { name: 'Object tree' })).not.toBeChecked();
  await expect(page.getByRole('tree')).toHaveCount(0);
});

test('the tree goes by keys alone', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await stage.setLayer(CAD);
  const tree = await openTree(page);
  const active = () =>
    tree.evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant')!)?.textContent);
  await tree.focus();
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem').nth(1)).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowRight');
  await expect.poll(active).toContain(OBJECTS.find(({ parent }) => parent === OBJECTS[0]!.id)!.name);
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.type('unit 1');
  await expect.poll(active).toContain('Unit 1');
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy Item Name' }).press('Enter');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Unit 1');

  const pose = await stage.pose();
  await stage.region.focus();
  await page.keyboard.press('f');
  await expect.poll(async () => (await stage.pose()).position).not.toEqual(pose.position);
  await page.keyboard.press('o');
  await expect(tree).toHaveCount(0);
});

test('a guest has no object tree', async ({ page, signedInAs }) => {
  const stage = await signedInAs('guest', OPENING);
  await stage.settled();
  await expect(page.getByRole('switch', { name: 'Section box' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Object tree' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the tree covers the model and goes away again', async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', { ...OPENING, path: '/tools' });
    await stage.settled();
    await page.getByRole('heading').getByRole('button', { name: 'Metadata' }).click();
    await page.getByRole('button', { name: 'Open the object tree' }).click();
    const panel = page.getByRole('complementary', { name: 'Object tree' });
    await panel.getByRole('treeitem').first().click();
    await expectAccessible(page);
    await panel.getByText('Metadata', { exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'Ridgeway Gas Plant' })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
  });
});
