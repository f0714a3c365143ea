/** Nearby photos of the demo plant: searched by a click and around the camera, looked at, and in a window of their own. */
import type { Page } from '@playwright/test';
import { distance } from '@overlook/shared/maths';
import { RIDGEWAY_PHOTOS } from '@overlook/server/demo/photos';
import { expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { enuFromEcef } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';

const OPENING = { site: 'ridgeway', settings: COARSE_MODEL } as const;
const PROMPT = 'Click on the model to show nearby photos around that location';

const viewer = (page: Page) => page.getByRole('region', { name: 'Photo viewer' });
const nameShown = (page: Page) => viewer(page).getByRole('heading').locator('span').first();

/** Clicks the model in the upper middle, where a phone has it too; returns the point (metres east, north, up). */
async function askAround(stage: StageDriver) {
  const { width, height } = await stage.size();
  const place = [Math.round(width / 2), Math.round(0.3 * height)] as const;
  const point = await stage.pickPoint(...place);
  await stage.click(place);
  return enuFromEcef(point!);
}

test.describe('at 1440 × 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a click shows the photos around it, by mouse, keys and in a window of their own', async ({
    page,
    signedInAs,
  }) => {
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    await stage.region.focus();
    await page.keyboard.press('i');
    await expect(page).toHaveURL(/\/nearby$/);
    await expect(page.getByText(PROMPT)).toBeVisible();
    await stage.settled();

    const point = await askAround(stage);
    await expect(viewer(page)).toBeVisible();
    const near = RIDGEWAY_PHOTOS.filter(({ position }) => distance(position, point) <= 200);
    const expected = Math.min(20, near.length);
    const strip = page.getByRole('region', { name: 'Photos found' });
    await expect(strip.getByText(`${expected} photos, best aligned first`)).toBeVisible();
    await expectAccessible(page);

    await test.step('keys and buttons go through them in a ring', async () => {
      const photo = viewer(page).getByRole('group', { name: /^Photo / });
      const first = await nameShown(page).textContent();
      await photo.or(viewer(page).getByRole('application')).first().focus();
      await page.keyboard.press('PageUp');
      await expect(nameShown(page)).not.toHaveText(first!);
      await page.getByRole('button', { name: 'Next photo' }).click();
      await expect(nameShown(page)).toHaveText(first!);
    });

    await test.step('those that see the point are listed first', async () => {
      await page.getByRole('button', { name: /sees? it$/ }).click();
      const list = page.getByRole('region', { name: 'Photos by what they see' });
      await expect(list.getByRole('listitem')).toHaveCount(expected);
      // Read at one moment: the verdicts change while the model becomes finer, and `allTextContents` finds the rows before it reads them.
      const verdicts = await list.evaluate((region) =>
        [...region.querySelectorAll('li')].flatMap(
          ({ textContent }) => /Sees it|Hidden|Outside|Not known/.exec(textContent)?.[0] ?? [],
        ),
      );
      const order = ['Sees it', 'Hidden', 'Outside', 'Not known'];
      const ranks = verdicts.map((text) => order.indexOf(text));
      expect(ranks.length).toBeGreaterThan(0);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      await expect(list.locator('[aria-current]')).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
      await list.getByRole('listitem').nth(1).getByRole('button').click();
    });

    await test.step('the window follows the selection and returns', async () => {
      const [popUp] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Open in its own window' }).click(),
      ]);
      const there = popUp.getByRole('region', { name: 'Photo viewer' });
      await expect(there).toBeVisible();
      await expect(page.getByText('The photo is in its own window')).toBeVisible();
      await expect.poll(() => popUp.evaluate(() => document.styleSheets.length)).toBeGreaterThan(3);
      expect(popUp.viewportSize()).toEqual({ width: 1200, height: 800 });
      await expectAccessible(popUp);
      const rows = page.getByRole('region', { name: 'Photos by what they see' }).getByRole('listitem');
      await rows.nth(2).getByRole('button').click();
      const chosen = (await rows.nth(2).locator('span span').first().textContent())!;
      await expect(there.getByRole('heading')).toContainText(chosen);
      await there.getByRole('button', { name: 'Next photo' }).click();
      await expect(there.getByRole('heading')).not.toContainText(chosen);
      await popUp.close();
      await expect(viewer(page)).toBeVisible();

      const [again] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Open in its own window' }).click(),
      ]);
      await expect(again.getByRole('region', { name: 'Photo viewer' })).toBeVisible();
      await Promise.all([
        again.waitForEvent('close'),
        page.getByRole('button', { name: 'Back into the panel' }).click(),
      ]);
      await expect(viewer(page)).toBeVisible();
    });

    await test.step('Escape closes the panel and takes the photos away', async () => {
      await page.keyboard.press('Escape');
      await expect(page).not.toHaveURL(/nearby/);
      await expect(viewer(page)).toHaveCount(0);
    });
  });

  test(
    'the layer selector opens the photos over the model that is shown',
    { tag: '@long' },
    async ({ page, signedInAs }) => {
      const stage = await signedInAs('member', OPENING);
      await stage.settled();
      const layer = await stage.layer();
      await page.getByRole('radio', { name: 'Nearby Photos' }).click({ force: true });
      await expect(page.getByText(PROMPT)).toBeVisible();
      expect(await stage.layer()).toBe(layer);
      // A forced click would not wait until the panel has opened.
      await page.getByRole('radiogroup', { name: 'Search around' }).getByText('Camera').click();
      await expect(viewer(page)).toContainText('from the camera');
    },
  );
});

test.describe('at 390 × 844', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap shows the photos around it in the half sheet', async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    await page.getByRole('link', { name: 'Nearby photos' }).tap();
    await expect(page.getByText(PROMPT)).toBeVisible();
    await askAround(stage);
    await expect(viewer(page)).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    const first = await nameShown(page).textContent();
    await page.getByRole('button', { name: 'Next photo' }).tap();
    await expect(nameShown(page)).not.toHaveText(first!);
    await page.getByRole('button', { name: 'Photo details' }).tap();
    await expect(page.getByRole('region', { name: 'Photo details' })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
});

test('without the permission there is no entry, no layer and no route', async ({ page, signedInAs }) => {
  const stage = await signedInAs('guest', { ...OPENING, path: '/nearby' });
  await stage.settled();
  await expect(page).not.toHaveURL(/nearby/);
  await expect(page.getByRole('link', { name: 'Nearby photos' })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Layer: / })
    .or(page.getByRole('radio', { name: 'Textured' }))
    .first()
    .waitFor();
  const button = page.getByRole('button', { name: /^Layer: / });
  if (await button.isVisible()) await button.click();
  await expect(page.getByRole('radio', { name: 'Textured' })).toBeAttached();
  await expect(page.getByRole('radio', { name: 'Nearby Photos' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await stage.region.focus();
  await page.keyboard.press('i');
  await expect(page).not.toHaveURL(/nearby/);
});
