/** One to three screens: what they show, what they share, and where they are. */
import type { Pose } from '@overlook/shared/maths';
import { expectAccessible } from '../../fixtures/axe.ts';
import { facing, flatFace, pixelOf, pointOnFace, poseOf } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = flatFace('Control room roof deck');
const ON_ROOF = facing(ROOF, 40);
const OPENING = { site: 'ridgeway', pose: poseOf(ON_ROOF), settings: COARSE_MODEL };
const THREE = { ...OPENING, settings: { ...COARSE_MODEL, 'overlook.viewer-count': 3 } };

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const posesOf = async (stage: StageDriver): Promise<Pose[]> =>
  Promise.all([1, 2, 3].map((number) => stage.screen(number).pose()));

async function settledAll(stage: StageDriver, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) await stage.screen(number).settled();
}

/** From the middle of a screen, to the left and up. */
async function dragMiddle(stage: StageDriver): Promise<void> {
  const { width, height } = await stage.size();
  await stage.drag([width / 2, height / 2], [width / 2 - 60, height / 2 - 30]);
  await stage.settled();
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1040, height: 600 } });

  test('each of up to three screens has a layer of its own', async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', OPENING);
    await stage.settled();
    const screens = page.getByRole('application');
    for (const count of [2, 3]) {
      await page
        .getByRole('radiogroup', { name: 'Screens' })
        .getByRole('radio', { name: String(count) })
        .click({ force: true });
      await expect(screens).toHaveCount(count);
      await settledAll(stage, count);
    }
    const layers = await Promise.all([1, 2, 3].map((number) => stage.screen(number).layer()));
    expect(new Set(layers).size).toBe(3);
    await page.getByRole('button', { name: /^Layer: screen 2/ }).click();
    await page.getByRole('radio', { name: 'Project Layer' }).click({ force: true });
    await expect(screens.nth(1)).toHaveAccessibleName('Screen 2, Project Layer');
    await page.keyboard.press('Escape');
    await settledAll(stage, 3);
    expect((await stage.screen(2).stats()).triangles).toBeGreaterThan(100);
    await expectAccessible(page);

    await test.step('a reload finds them again', async () => {
      await page.goto('/');
      await expect(screens).toHaveCount(3);
      // Keys wait for the model.
      await expect(page.getByRole('switch', { name: 'Section box' })).toBeEnabled();
    });

    await stage.region.focus();
    await page.keyboard.press('Digit1');
    await expect(screens).toHaveCount(1);
  });

  test('they share camera and cursor, until they are set free', async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', THREE);
    await settledAll(stage, 3);
    for (const number of [1, 2, 3]) {
      const before = await stage.pose();
      await dragMiddle(stage.screen(number));
      const [first, second, third] = await posesOf(stage);
      expect(first!.position).not.toEqual(before.position);
      expect(second).toEqual(first);
      expect(third).toEqual(first);
    }

    await test.step('the point under the mouse is marked in the others', async () => {
      for (const number of [1, 2, 3]) await stage.screen(number).setPose(poseOf(ON_ROOF));
      const other = stage.screen(3);
      const size = await stage.size();
      const place = [Math.round(size.width * 0.42), Math.round(size.height * 0.56)] as const;
      const [x, y] = pixelOf(pointOnFace(ON_ROOF, place, size, ROOF), ON_ROOF, await other.size());
      const before = (await other.picture()).around(x, y, 4);
      await stage.hover(place);
      await expect
        .poll(async () => {
          const now = (await other.picture()).around(x, y, 4);
          return Math.abs(now.r - before.r) + Math.abs(now.g - before.g) + Math.abs(now.b - before.b);
        })
        .toBeGreaterThan(15);
    });

    await test.step('screens that are not linked move independently', async () => {
      const sync = page.getByRole('switch', { name: 'Sync screens' });
      await sync.click();
      await expect(sync).not.toBeChecked();
      const [first] = await posesOf(stage);
      await dragMiddle(stage.screen(3));
      const [still, , moved] = await posesOf(stage);
      expect(still).toEqual(first);
      expect(moved!.position).not.toEqual(first!.position);
      await sync.click();
      await expect
        .poll(async () => (await posesOf(stage)).every((pose, _, all) => pose.position[0] === all[2]!.position[0]))
        .toBe(true);
    });
  });

  test('one is made large and the lines between them move', { tag: '@long' }, async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', THREE);
    await settledAll(stage, 3);
    const before = await stage.screen(2).size();
    await page.getByRole('button', { name: 'Maximise screen 2' }).click();
    await expect(stage.screen(1).region).toBeHidden();
    await expect(stage.screen(3).region).toBeHidden();
    await stage.screen(2).settled();
    expect((await stage.screen(2).size()).width).toBeGreaterThan(before.width * 2);
    await page.getByRole('button', { name: 'Show all screens' }).click();
    await expect(stage.screen(1).region).toBeVisible();
    await settledAll(stage, 3);
    expect(await stage.screen(2).size()).toEqual(before);

    const gap = page.getByRole('separator', { name: 'Width of the screens' });
    await expect(gap).toHaveAttribute('aria-valuenow', '60');
    await gap.press('ArrowLeft');
    await gap.press('ArrowLeft');
    await expect(gap).toHaveAttribute('aria-valuenow', '56');
    await expect.poll(async () => (await stage.screen(2).size()).width).toBeGreaterThan(before.width + 20);
    const upright = page.getByRole('separator', { name: 'Height of the screens' });
    await upright.press('ArrowDown');
    await expect(upright).toHaveAttribute('aria-valuenow', '52');
  });
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 760, height: 560 } });

  test('three screens cannot be chosen, and the reason is shown', { tag: '@long' }, async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', THREE);
    await stage.settled();
    await expect(page.getByRole('application')).toHaveCount(2);
    const screens = page.getByRole('radiogroup', { name: 'Screens' });
    const third = screens.getByRole('radio', { name: '3' });
    await expect(third).toBeDisabled();
    await expect(third).toHaveAccessibleDescription('Needs a wider window');
    await screens.getByText('3').hover();
    await expect(page.locator('[role="tooltip"]')).toHaveText('Needs a wider window');
  });
});
