/** The object tree of the Project Layer: found, read, shown in the model, and what picks make of it. */
import { expectAccessible } from '../../fixtures/axe.ts';
import type { Picture, Rgb } from '../../fixtures/picture.ts';
import { COLUMN, OBJECTS, OPENING, openTree, OVER_COLUMN } from '../../fixtures/object-tree.ts';
import { CAD } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1200, height: 640 }, permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const isAmber = ({ r, g, b }: { r: number; g: number; b: number }): boolean => r > 120 && r > 1.25 * g && g > 2 * b;
/** Share of a picture's middle that has the colour of what is selected. */
const amberIn = (picture: Picture): boolean => isAmber(picture.around(picture.width / 2, picture.height / 2, 6));

test('an object is found by its tag, read, seen in two screens and isolated', async ({ page, signedInAs }) => {
  const two = { ...COARSE_MODEL, 'overlook.viewer-count': 2 };
  const stage = await signedInAs('member', { ...OPENING, settings: two });
  await stage.settled();
  for (const number of [1, 2]) await stage.screen(number).setLayer(CAD);
  await stage.screen(2).settled();
  expect(amberIn(await stage.picture())).toBe(false);
  await openTree(page);
  const panel = page.getByRole('complementary', { name: 'Object tree' });
  await panel.getByRole('searchbox', { name: 'Search objects' }).fill(COLUMN.tags[0]!);
  const found = panel.getByRole('tree', { name: 'Objects found' });
  const hit = found.getByRole('treeitem', { name: new RegExp(COLUMN.name) });
  await expect(hit.locator('strong')).toHaveText(COLUMN.tags[0]!);
  await hit.click();

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

  await test.step('cleared, the tree is open at it', async () => {
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

test('a click in the model selects an object, and passes through hidden ones', async ({ page, signedInAs }) => {
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

test('the filter and its colours are seen in the model', { tag: '@long' }, async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await stage.setLayer(CAD);
  const { width, height } = await stage.size();
  const middle = [Math.round(width / 2), Math.round(height / 2)] as const;
  const clicked = (await stage.pick(...middle))!;
  await stage.click(middle);
  const panel = page.getByRole('complementary', { name: 'Object tree' });
  await expect(panel.getByRole('treeitem', { selected: true })).toHaveCount(1);
  await stage.setPose(OVER_COLUMN);
  /** Colours in the middle, where the selected object is, and beside it. */
  const seen = async () => {
    await stage.settled();
    const picture = await stage.picture();
    const [x, y] = [picture.width / 2, picture.height / 2];
    return { selected: picture.around(x, y, 4), beside: picture.around(12, y, 8) };
  };
  const apart = (a: Rgb, b: Rgb) => Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b);
  const before = await seen();
  expect(isAmber(before.selected)).toBe(true);

  await panel.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await test.step('the filter is beside the tree and below the compass, over the model that it changes', async () => {
    const compass = page.getByRole('button', { name: /^Compass/ });
    await expect(filter).toBeVisible();
    const [menu, tree, north] = await Promise.all(
      [filter, panel, compass].map(async (part) => (await part.boundingBox())!),
    );
    expect(menu!.x + menu!.width).toBeLessThanOrEqual(tree!.x);
    expect(menu!.x).toBeGreaterThan(0);
    expect(menu!.y).toBeGreaterThanOrEqual(north!.y + north!.height);
  });
  await filter.getByRole('button', { name: 'Highlight, #FAA21B' }).click();
  const highlight = page.getByRole('dialog', { name: 'Highlight' });
  await highlight.getByRole('textbox', { name: 'Hex' }).fill('20C020');
  await page.keyboard.press('Enter');
  await highlight.getByRole('button', { name: 'Done' }).click();
  await expect(filter.getByRole('button', { name: 'Highlight, #20C020' })).toBeVisible();
  const isGreen = ({ r, g, b }: Rgb) => g > 2 * Math.max(r, b);
  await expect.poll(async () => isGreen((await seen()).selected)).toBe(true);

  await test.step('at 2 % the other objects are nearly invisible, at 100 % they look as before', async () => {
    await filter.getByText('Show selected').click();
    const opacity = filter.getByRole('slider', { name: 'Opacity of the rest' });
    await expect(opacity).toHaveValue('2');
    await expect.poll(async () => apart((await seen()).beside, before.beside)).toBeGreaterThan(20);
    const ghosts = await seen();
    expect(isGreen(ghosts.selected)).toBe(true);
    await opacity.press('Home');
    await expect(opacity).toHaveValue('0');
    const none = (await seen()).beside;
    // Several surfaces of two percent each lie behind one another there.
    expect(apart(ghosts.beside, none)).toBeLessThan(0.15 * apart(before.beside, none));
    await opacity.press('End');
    await expect.poll(async () => apart((await seen()).beside, before.beside)).toBeLessThan(6);
  });

  await test.step('in x-ray the rest is seen through, also while nothing is selected', async () => {
    await filter.getByText('X-ray').click();
    await expect(filter.getByRole('slider', { name: /^Opacity/ })).toHaveCount(0);
    await expect.poll(async () => apart((await seen()).beside, before.beside)).toBeGreaterThan(20);
    expect(isGreen((await seen()).selected)).toBe(true);
    await filter.getByRole('radiogroup', { name: 'Filter' }).getByText('Off', { exact: true }).click();
    await expect.poll(async () => apart((await seen()).beside, before.beside)).toBeLessThan(6);
  });

  await test.step('coloured by discipline, of which one is hidden', async () => {
    await filter.getByRole('combobox', { name: 'Colour by' }).selectOption('Construction: Discipline');
    await page.keyboard.press('Escape');
    await expect(filter).toBeHidden();
    const legend = page.getByRole('region', { name: 'Legend of Construction: Discipline' });
    await expect(legend.getByRole('listitem')).not.toHaveCount(0);
    await expect.poll(async () => apart((await seen()).beside, before.beside)).toBeGreaterThan(20);
    await legend.getByRole('button', { name: 'Hide Piping' }).click();
    await expect(legend.getByRole('button', { name: 'Show Piping' })).toBeVisible();
    await expectAccessible(page);
    const size = await stage.size();
    await expect
      .poll(async () => (await stage.pick(size.width / 2, size.height / 2))?.featureId ?? null)
      .not.toBe(clicked.featureId);
    await legend.getByRole('button', { name: 'Show Piping' }).click();
    await expect
      .poll(async () => (await stage.pick(size.width / 2, size.height / 2))?.featureId ?? null)
      .toBe(clicked.featureId);
  });

  await test.step('a value takes another colour, and amber is answered', async () => {
    await page.getByRole('button', { name: /^Colour of Piping/ }).click();
    const picker = page.getByRole('dialog', { name: 'Colour of Piping' });
    const hex = picker.getByRole('textbox', { name: 'Hex' });
    const first = await hex.inputValue();
    await expect(picker.getByText('Amber and cyan are kept for selected and filtered.')).toHaveCount(0);
    await hex.fill('2FB5A2');
    await page.keyboard.press('Enter');
    await expect(picker.getByText('Amber and cyan are kept for selected and filtered.')).toBeVisible();
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'Reset' }).click();
    await expect(hex).toHaveValue(first);
    await hex.fill('4060D0');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(picker).toBeHidden();
    await expect(page.getByRole('button', { name: `Colour of Piping, ${first}` })).toBeVisible();
  });

  await test.step('the legend stays until it is closed, and its key shows it again', async () => {
    const legend = page.getByRole('region', { name: 'Legend of Construction: Discipline' });
    await expect(legend).toContainText('The rest is shown at 100\u2009%');
    await legend.getByRole('button', { name: 'Close the legend' }).click();
    await expect(legend).toHaveCount(0);
    await stage.region.focus();
    await page.keyboard.press('j');
    await expect(legend).toBeVisible();
  });
});

test('a click that lays a cutting plane selects nothing', { tag: '@long' }, async ({ page, signedInAs }) => {
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

test('the tree can be used by keys alone', { tag: '@long' }, async ({ page, signedInAs }) => {
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
  // A space within a name does not choose the row.
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveCount(0);
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

  test('the tree covers the model and goes away again', { tag: '@long' }, async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Object tree' }).click();
    const panel = page.getByRole('complementary', { name: 'Object tree' });
    await panel.getByRole('treeitem').first().click();
    await expectAccessible(page);
    await panel.getByRole('searchbox', { name: 'Search objects' }).fill(COLUMN.tags[0]!);
    await panel.getByRole('button', { name: 'Next object' }).click();
    const found = panel.getByRole('tree', { name: 'Objects found' });
    await expect(found.getByRole('treeitem', { selected: true })).toHaveAccessibleName(new RegExp(COLUMN.name));
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Clear the search' }).click();
    await expect(panel.getByRole('treeitem', { selected: true })).toBeInViewport();
    await panel.getByRole('treeitem').first().scrollIntoViewIfNeeded();
    await panel.getByRole('tree').press('Home');
    await panel.getByRole('tree').press('Enter');
    await panel.getByText('Metadata', { exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'Ridgeway Gas Plant' })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
  });
});
