import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

type Box = Record<'x' | 'y' | 'width' | 'height', number>;
const boxOf = async (locator: Locator): Promise<Box> => (await locator.boundingBox())!;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`the main view at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('is accessible, fills the stage with its picture, and nothing scrolls sideways', async ({
      page,
      signedInAs,
    }) => {
      const stage = await signedInAs('member');
      await stage.settled();
      await expectAccessible(page);
      // A screenshot reads the drawing buffer; only the elements show where the page puts it.
      const drawn = await page
        .getByRole('application', { name: /^Screen 1/ })
        .locator('canvas:visible')
        .evaluateAll((all) =>
          all.map(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight })),
        );
      const size = await stage.size();
      // Map and model; the pins of changes are on a third.
      expect(drawn).toEqual([size, size, size]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    });

    test(
      'lists the sites, and a click selects one and goes back to the view',
      { tag: width < 600 ? '@long' : [] },
      async ({ page, signedInAs }) => {
        const stage = await signedInAs('member', { site: 'ridgeway', path: '/sites', settings: COARSE_MODEL });
        await stage.settled();
        const before = await stage.pose();
        await expectAccessible(page);
        const other = page.getByRole('button', { name: /^Harbour Tank Farm/ });
        await other.click();
        await expect(page).toHaveURL(/\/(\?.*)?$/);
        await stage.settled();
        const after = await stage.pose();
        expect(after.position).not.toEqual(before.position);
      },
    );
  });
}

test('the layer selector shows each layer, and keeps the camera', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway' });
  await stage.settled();
  const before = await stage.pose();
  const layers = page.getByRole('radiogroup', { name: 'Layer' });
  for (const [name, id] of [
    ['Shaded', 2],
    ['Point Cloud', 1],
    ['Project Layer', 4],
    ['Textured', 3],
  ] as const) {
    await layers.getByRole('radio', { name }).click({ force: true });
    await expect.poll(() => stage.layer()).toBe(id);
    await stage.settled();
    const { triangles, points } = await stage.stats();
    expect(id === 1 ? points : triangles).toBeGreaterThan(10_000);
    // The Project Layer alone has a dark stage without the globe; sources that are not drawn are not credited.
    await expect(page.getByRole('contentinfo').getByText('Natural Earth')).toBeVisible({ visible: id !== 4 });
  }
  expect(await stage.pose()).toEqual(before);

  await test.step('between an open panel and the compass there is room for a button', async () => {
    await page.setViewportSize({ width: 1000, height: 640 });
    await page.getByRole('link', { name: 'Tools' }).click();
    const button = page.getByRole('button', { name: /^Layer/ });
    const right = ({ x, width }: Box) => x + width;
    const close = page.getByRole('button', { name: 'Close', exact: true });
    await expect.poll(async () => (await boxOf(button)).x).toBeGreaterThan(right(await boxOf(close)));
    expect(right(await boxOf(button))).toBeLessThan((await boxOf(page.getByRole('button', { name: /^Compass/ }))).x);
  });

  await test.step('in a low window the last entry of the rail is there', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await expect(page.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  });
});

test('the settled view says so and draws nothing more, and Home view returns to it', async ({ page, signedInAs }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stage = await signedInAs('member');
  await stage.settled();
  await expect(page.getByRole('contentinfo').getByText('View settled')).toBeVisible();

  await test.step('an idle stage draws nothing', async () => {
    const before = (await stage.stats()).frames;
    await stage.settled();
    await stage.settled();
    // Each wait asks for one frame of its own; nothing else may.
    expect((await stage.stats()).frames - before).toBeLessThanOrEqual(4);
  });

  await test.step('Home view returns to the first view of the site', async () => {
    const home = await stage.pose();
    const box = (await page.getByRole('application', { name: /^Screen 1/ }).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, -600);
    await expect.poll(async () => (await stage.pose()).position).not.toEqual(home.position);
    await page.getByRole('button', { name: 'Home view' }).first().click();
    await expect
      .poll(async () => Math.hypot(...(await stage.pose()).position.map((value, k) => value - home.position[k]!)))
      .toBeLessThan(0.01);
  });
});
