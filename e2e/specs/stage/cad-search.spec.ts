/** The search in the object tree: its hits, its keys, its limits, and its failures. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { COLUMN, OBJECTS, OPENING, openTree } from '../../fixtures/object-tree.ts';
import { CAD } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1200, height: 640 }, permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

type Entry = (typeof OBJECTS)[number];
const namesOf = ({ name, parent }: Entry): string[] =>
  parent === null ? [name] : [...namesOf(OBJECTS.find(({ id }) => id === parent)!), name];
const inOrder = (parent: number | null): Entry[] =>
  OBJECTS.filter((one) => one.parent === parent).flatMap((one) => [one, ...inOrder(one.id)]);
const textsOf = ({ name, tags, guid, externalTags, properties }: Entry): string[] => [
  name,
  guid,
  ...tags,
  ...Object.values(externalTags).flat(),
  ...Object.values(properties).flatMap((tab) => Object.values(tab).map(String)),
];
/** The objects with a text in their name, a tag or a value, in the order of the tree. */
const hitsOf = (text: string): Entry[] =>
  inOrder(null).filter((one) => textsOf(one).some((own) => own.toLowerCase().includes(text)));

/** The panel of the object tree in the Project Layer, with the parts of its search. */
async function openSearch(page: Page, stage: StageDriver) {
  await stage.settled();
  await stage.setLayer(CAD);
  await openTree(page);
  const panel = page.getByRole('complementary', { name: 'Object tree' });
  const field = panel.getByRole('searchbox', { name: 'Search objects' });
  const found = panel.getByRole('tree', { name: 'Objects found' });
  return { panel, field, found, rows: found.getByRole('treeitem') };
}

test('a search leaves only its hits in the tree, each in its place, and moves from hit to hit', async ({
  page,
  signedInAs,
}) => {
  const { panel, field, found, rows } = await openSearch(page, await signedInAs('member', OPENING));
  const selected = found.getByRole('treeitem', { selected: true });
  const hits = hitsOf('c-10');
  await field.fill('c-10');
  await expect(panel.getByText(`${hits.length} objects found`)).toBeVisible();
  await expect(rows.first()).toHaveAccessibleName(/Ridgeway Gas Plant/);
  await expect(rows.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(found.locator('strong').first()).toHaveText(/c-10/i);
  await expectAccessible(page);

  await test.step('by Enter, and back', async () => {
    await field.press('Enter');
    await expect(selected).toHaveAccessibleName(new RegExp(hits[0]!.name));
    await expect(panel.getByText(`1 of ${hits.length}`)).toBeVisible();
    await field.press('Enter');
    await expect(selected).toHaveAccessibleName(new RegExp(hits[1]!.name));
    await field.press('Shift+Enter');
    await field.press('Shift+Enter');
    await expect(panel.getByText(`${hits.length} of ${hits.length}`)).toBeVisible();
    await expect(selected).toBeInViewport();
    await panel.getByRole('button', { name: 'Next object' }).click();
    await expect(selected).toHaveAccessibleName(new RegExp(hits[0]!.name));
  });

  await test.step('by the keys of the tree', async () => {
    await found.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(rows).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(rows.nth(1)).toBeVisible();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy Item Name' }).press('Enter');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Ridgeway Gas Plant');
  });

  await test.step('and when it is cleared, the selected object is shown in its place in the whole tree', async () => {
    await found.focus();
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    const row = panel.getByRole('tree', { name: 'Objects', exact: true }).getByRole('treeitem', { selected: true });
    await expect(row).toBeInViewport();
    await expect(row).toHaveAccessibleName(new RegExp(hits[0]!.name));
    await expect(row).toHaveAttribute('aria-level', String(namesOf(hits[0]!).length));
  });
});

test(
  'finds by path, loads more on scrolling, and says when there is no hit or no answer',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const { panel, field, found, rows } = await openSearch(page, await signedInAs('member', OPENING));
    const [, unit, , column] = namesOf(COLUMN);
    await field.fill(`${unit!.slice(0, 8)} / ${column!.slice(6)}`);
    const row = found.getByRole('treeitem', { name: new RegExp(COLUMN.name) }).first();
    await expect(row).toHaveAccessibleName(/Path: .*Unit 100/);

    await test.step('a page at a time', async () => {
      const shoes = hitsOf('shoe');
      expect(shoes.length).toBeGreaterThan(200);
      await field.fill('shoe');
      await expect(panel.getByText(`${shoes.length} objects found`)).toBeVisible();
      const last = found.getByRole('treeitem', { name: new RegExp(shoes.at(-1)!.name) }).last();
      await found.focus();
      await expect(async () => {
        await page.keyboard.press('End');
        await expect(last).toBeInViewport({ timeout: 500 });
      }).toPass();
      expect(await rows.count()).toBeLessThan(60);
    });

    await test.step('no further than is counted', async () => {
      await field.fill('unit-100');
      expect(hitsOf('unit-100').length).toBeGreaterThan(1000);
      await expect(panel.getByText('More than 1,000 objects found')).toBeVisible();
      await field.press('Shift+Enter');
      await expect(panel.getByText('1,000 of 1,000+')).toBeVisible();
      await expect(found.getByRole('treeitem', { selected: true })).toBeInViewport();
      await expect(panel.getByText('Only 1,000 are shown')).toBeVisible();
      expect(await rows.count()).toBeLessThan(60);
    });

    await test.step('nothing found', async () => {
      await field.fill('no such thing');
      await expect(panel.getByText('Nothing found')).toBeVisible();
      await expectAccessible(page);
      await panel.getByRole('button', { name: 'Clear the search' }).last().click();
      await expect(panel.getByRole('tree', { name: 'Objects', exact: true })).toBeVisible();
    });

    await test.step('no answer, and another try', async () => {
      await page.route(/cad\.search/, (route) => route.fulfill({ status: 500, body: '{}' }));
      await field.fill('stabiliser');
      await expect(panel.getByRole('alert')).toContainText('The search could not be done');
      await page.unroute(/cad\.search/);
      await panel.getByRole('button', { name: 'Retry' }).click();
      await expect(found.getByRole('treeitem', { name: new RegExp(COLUMN.name) })).toBeVisible();
    });
  },
);
