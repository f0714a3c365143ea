/** Changes and their areas by touch and by keyboard alone, and the objects that an area touches. */
import type { Page } from '@playwright/test';
import { add, cross, scale } from '@overlook/shared/maths';
import { aMoc, namesOfMocs } from '../../fixtures/a-moc.ts';
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { above, flatFace, middleOf, poseOf } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const unique = namesOfMocs();

const OPENING = { site: 'ridgeway', path: '/mocs', settings: COARSE_MODEL };
const SAVED = 'MOC has been successfully created/updated';

const form = (page: Page) => page.getByRole('dialog', { name: 'Add MOC' });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Holds a key until the camera has turned. */
async function turn(page: Page, stage: StageDriver, key: string): Promise<void> {
  const before = await stage.pose();
  await page.keyboard.down(key);
  await expect
    .poll(async () => {
      const { direction } = await stage.pose();
      return Math.max(...direction.map((value, axis) => Math.abs(value - before.direction[axis]!)));
    })
    .toBeGreaterThan(0.03);
  await page.keyboard.up(key);
  await stage.settled();
}

test.describe('at 1440 × 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('by keyboard alone a change is created and its area drawn, and all that an area touches is selected', async ({
    page,
    signedInAs,
  }) => {
    const wide = unique('Wide');
    await aMoc(wide, 60);
    const stage = await signedInAs('admin', OPENING);
    await stage.settled();
    await page.getByRole('button', { name: 'Add MOC' }).focus();
    await page.keyboard.press('Enter');
    await expect(stage.region).toBeFocused();
    await page.keyboard.press('Space');
    await expect(form(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
    const name = unique('By keyboard');
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type('MOC-1');
    await page.keyboard.press('Enter');
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(row(page, name).getByRole('button', { name: new RegExp(`^${name}`) })).toBeFocused();

    await row(page, name).getByRole('button', { name: 'Add Area' }).focus();
    await page.keyboard.press('Enter');
    const area = page.getByRole('region', { name: 'Area', exact: true });
    await expect(area.getByRole('button', { name: 'Done' })).toBeVisible();
    await stage.region.focus();
    await page.keyboard.press('Space');
    await expect(area.getByText('1 point', { exact: true })).toBeVisible();
    await turn(page, stage, 'ArrowRight');
    await page.keyboard.press('Space');
    await expect(area.getByText('2 points')).toBeVisible();
    await turn(page, stage, 'ArrowDown');
    await page.keyboard.press('Space');
    await expect(area.getByText('3 points')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(area.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row(page, name)).toContainText('1 area');

    const card = row(page, wide);
    await card.getByRole('button', { name: new RegExp(`^${wide}`) }).focus();
    await page.keyboard.press('Enter');
    await card.getByRole('button', { name: 'What does Area touch?' }).focus();
    await page.keyboard.press('Enter');
    const touched = card.getByRole('region', { name: 'Objects that Area touches' });
    const all = touched.getByRole('button', { name: 'Select all' });
    await expect(all).toBeVisible();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await touched.getByRole('button', { name: 'Export CSV' }).focus();
    await page.keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toBe('touched.csv');
    await all.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('treeitem', { selected: true }).first()).toBeVisible();
  });
});

test('by keys an area is picked at the crosshair without a tool', { tag: '@long' }, async ({ page, signedInAs }) => {
  const wide = unique('Wide');
  await aMoc(wide, 60);
  const stage = await signedInAs('admin', OPENING);
  await stage.settled();
  const card = row(page, wide);
  const head = card.getByRole('button', { name: new RegExp(`^${wide}`) });
  await head.click();
  await card.getByRole('button', { name: 'Fly to Area' }).click();
  await stage.settled();
  await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'false');
  // The pin is in the middle of its area: the crosshair is put beside it.
  const pose = await stage.pose();
  const aside = scale(cross(pose.direction, pose.up), 12);
  await stage.setPose({ ...pose, position: add(pose.position, aside) });
  await stage.settled();
  await stage.region.focus();
  await page.keyboard.press('Space');
  await expect(head).toHaveAttribute('aria-expanded', 'true');
});

test.describe('at 390 × 844, by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a change is created, and its area drawn', { tag: '@long' }, async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', OPENING);
    await stage.settled();
    await stage.setPose(poseOf(above(middleOf(flatFace('Bullet pad, west strip')), 60)));
    await stage.settled();
    const tap = async (x: number, y: number) => {
      const box = (await stage.region.boundingBox())!;
      await page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
    };
    await page.getByRole('button', { name: 'Add MOC' }).tap();
    await expect(page.getByText('create a MOC at that location').first()).toBeVisible();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.tap();
    await expect(cancel).toBeHidden();
    await page.getByRole('button', { name: 'Add MOC' }).tap();
    await tap(0.5, 0.27);
    const name = unique('By touch');
    await form(page).getByRole('textbox', { name: 'Name' }).fill(name);
    await form(page).getByRole('textbox', { name: 'Document number' }).fill('MOC-1');
    await form(page).getByRole('button', { name: 'Add MOC' }).tap();
    await expect(page.getByText(SAVED)).toBeVisible();
    await row(page, name).getByRole('button', { name: 'Add Area' }).tap();
    const area = page.getByRole('region', { name: 'Area', exact: true });
    await expect(area.getByRole('button', { name: 'Done' })).toBeVisible();
    await stage.settled();
    await expectAccessible(page);
    await expectFits(page);
    const corners = [
      [0.35, 0.2],
      [0.65, 0.2],
      [0.65, 0.32],
      [0.35, 0.32],
    ] as const;
    for (const [count, [x, y]] of corners.entries()) {
      await tap(x, y);
      await expect(area.getByText(new RegExp(`^${count + 1} points?$`))).toBeVisible();
    }
    await area.getByRole('button', { name: 'Done' }).tap();
    await expect(row(page, name)).toContainText('1 area');
  });
});
