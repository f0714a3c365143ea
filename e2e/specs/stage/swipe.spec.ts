/** Two layers of a site in one screen, on the two sides of a divider. */
import type { Locator, Page } from '@playwright/test';
import { expectFits } from '../../fixtures/axe.ts';
import type { Picture } from '../../fixtures/picture.ts';
import { CAD, POINTS, SHADED, TEXTURED, facing, flatFace, poseOf } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const ON_ROOF = facing(ROOF, 40);
const OPENING = { site: 'ridgeway', pose: poseOf(ON_ROOF), settings: COARSE_MODEL };

test.use({ viewport: { width: 1040, height: 600 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const swipeSwitch = (page: Page): Locator => page.getByRole('switch', { name: 'Swipe' });
const divider = (page: Page): Locator => page.getByRole('slider', { name: 'Divider' });

/** Chooses a layer in the list of a side. */
async function choose(page: Page, side: string, layer: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Layer: ${side}`) }).click();
  await page.getByRole('radio', { name: layer }).click({ force: true });
  await page.keyboard.press('Escape');
}

/** Largest difference of a channel between two pictures in a grid of places, each over a few pixels; shares of the size. */
function difference(
  a: Picture,
  b: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let largest = 0;
  for (let i = 0; i <= 24; i++) {
    for (let j = 0; j <= 24; j++) {
      const x = Math.round(4 + (a.width - 9) * (left + ((right - left) * i) / 24));
      const y = Math.round(4 + (a.height - 9) * (top + ((bottom - top) * j) / 24));
      const [p, q] = [a.around(x, y, 2), b.around(x, y, 2)];
      largest = Math.max(largest, Math.abs(p.r - q.r), Math.abs(p.g - q.g), Math.abs(p.b - q.b));
    }
  }
  return largest;
}

/** What JPEG makes of equal pixels beside the other side of the divider. */
const EQUAL = 6;
/** Layers that look different somewhere. */
const OTHER = 25;

test('draws one layer on each side of the divider, exactly as each is drawn alone', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', OPENING);
  await stage.settled();
  const alone: Record<number, Picture> = {};
  for (const layer of [SHADED, POINTS, TEXTURED]) {
    await stage.setLayer(layer);
    alone[layer] = await stage.picture();
  }
  await swipeSwitch(page).click();
  await expect(stage.region).toHaveAccessibleName('Screen 1, Textured and Shaded');
  await stage.settled();

  await test.step('side by side', async () => {
    const both = await stage.picture();
    expect(difference(both, alone[TEXTURED]!, [0, 0, 0.47, 1])).toBeLessThan(EQUAL);
    expect(difference(both, alone[SHADED]!, [0.53, 0, 1, 1])).toBeLessThan(EQUAL);
    expect(difference(both, alone[SHADED]!, [0, 0, 0.47, 1])).toBeGreaterThan(OTHER);
    expect(difference(both, alone[TEXTURED]!, [0.53, 0, 1, 1])).toBeGreaterThan(OTHER);
  });

  await test.step('top and bottom', async () => {
    await page.getByRole('radio', { name: 'Top and bottom' }).click({ force: true });
    await stage.settled();
    const both = await stage.picture();
    expect(difference(both, alone[TEXTURED]!, [0, 0, 1, 0.46])).toBeLessThan(EQUAL);
    expect(difference(both, alone[SHADED]!, [0, 0.54, 1, 1])).toBeLessThan(EQUAL);
    await page.getByRole('radio', { name: 'Side by side' }).click({ force: true });
  });

  await test.step('a point cloud, whose lighting looks at neighbouring pixels', async () => {
    await choose(page, 'right', 'Point Cloud');
    await expect(stage.region).toHaveAccessibleName('Screen 1, Textured and Point Cloud');
    await stage.settled();
    const both = await stage.picture();
    expect(difference(both, alone[TEXTURED]!, [0, 0, 0.47, 1])).toBeLessThan(EQUAL);
    expect(difference(both, alone[POINTS]!, [0.53, 0, 1, 1])).toBeLessThan(EQUAL);
  });

  await test.step('exchanged', async () => {
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect(stage.region).toHaveAccessibleName('Screen 1, Point Cloud and Textured');
    await stage.settled();
    const both = await stage.picture();
    expect(difference(both, alone[POINTS]!, [0, 0, 0.47, 1])).toBeLessThan(EQUAL);
    expect(difference(both, alone[TEXTURED]!, [0.53, 0, 1, 1])).toBeLessThan(EQUAL);
  });

  await test.step('the end of the swipe gives the screen back to the first layer', async () => {
    await page.getByRole('button', { name: 'Close the swipe' }).click();
    await expect(stage.region).toBeFocused();
    await expect(divider(page)).toHaveCount(0);
    await stage.settled();
    expect(difference(await stage.picture(), alone[POINTS]!, [0, 0, 1, 1])).toBeLessThan(EQUAL);
  });
});

test('picks and measurements are of the layer of their side', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { ...OPENING, path: '/tools' });
  await stage.settled();
  await stage.setLayer(TEXTURED);
  // Beside the panel the bar has no room for the switch.
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Swipe' }).click();
  await page.keyboard.press('Escape');
  await expect(stage.region).toHaveAccessibleName('Screen 1, Textured and Shaded');
  await stage.settled();
  const { width, height } = await stage.size();
  const [left, right] = [Math.round(width * 0.35), Math.round(width * 0.6)];
  const y = Math.round(height * 0.55);
  expect((await stage.pick(left, y))!.layer).toBe(TEXTURED);
  expect((await stage.pick(right, y))!.layer).toBe(SHADED);

  const tools = new Tools(page);
  await stage.click([left, y]);
  await stage.click([right, y]);
  await page.keyboard.press('Enter');
  const [line] = await tools.exported();
  expect(line!.properties.layers).toEqual(['Textured', 'Shaded']);

  await test.step('and follow the divider', async () => {
    await divider(page).focus();
    await page.keyboard.press('End');
    await stage.settled();
    expect((await stage.pick(right, y))!.layer).toBe(TEXTURED);
    await page.keyboard.press('Home');
    await stage.settled();
    expect((await stage.pick(left, y))!.layer).toBe(SHADED);
  });
});

test('the divider moves by hand and by keys', { tag: '@long' }, async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await stage.region.focus();
  await page.keyboard.press('v');
  await stage.settled();
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '50');
  await divider(page).focus();
  for (const [key, percent] of [
    ['ArrowRight', 51],
    ['ArrowLeft', 50],
    ['Shift+ArrowRight', 60],
    ['Shift+ArrowLeft', 50],
    ['Home', 0],
    ['End', 100],
  ] as const) {
    await page.keyboard.press(key);
    await expect(divider(page)).toHaveAttribute('aria-valuenow', String(percent));
  }

  await test.step('a double click moves it to the middle, a drag moves it anywhere', async () => {
    await divider(page).dblclick();
    await expect(divider(page)).toHaveAttribute('aria-valuenow', '50');
    const screen = (await stage.region.boundingBox())!;
    const box = (await divider(page).boundingBox())!;
    // The line as well as its handle.
    await page.mouse.move(box.x + box.width / 2, box.y - 80);
    await page.mouse.down();
    await page.mouse.move(screen.x + screen.width * 0.3, box.y - 90, { steps: 4 });
    await page.mouse.up();
    await expect(divider(page)).toHaveAttribute('aria-valuenow', '30');
  });

  await test.step('the address carries it, and a reload shows it again', async () => {
    await expect.poll(() => new URL(page.url()).searchParams.get('swipe')).toBe(`${SHADED},30`);
    await page.reload();
    await expect(divider(page)).toHaveAttribute('aria-valuenow', '30');
    await stage.settled();
    const { width, height } = await stage.size();
    expect((await stage.pick(width * 0.4, height / 2))!.layer).toBe(SHADED);
  });

  await test.step('Space, held, shows the whole first layer', async () => {
    const { width, height } = await stage.size();
    const layerThere = async () => (await stage.pick(width * 0.6, height / 2))?.layer;
    for (const place of [stage.region, divider(page)]) {
      await place.focus();
      await page.keyboard.down('Space');
      await expect.poll(layerThere).toBe(TEXTURED);
      await page.keyboard.up('Space');
      await expect.poll(layerThere).toBe(SHADED);
    }
    await page.getByRole('button', { name: 'Hold to blink' }).hover();
    await page.mouse.down();
    await expect.poll(layerThere).toBe(TEXTURED);
    await page.mouse.up();
    await expect.poll(layerThere).toBe(SHADED);
  });
});

test('refuses the same layer on both sides, and several screens', { tag: '@long' }, async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await swipeSwitch(page).click();
  await expect(stage.region).toHaveAccessibleName('Screen 1, Textured and Shaded');
  const [left, right] = ['left Textured', 'right Shaded'].map((name) =>
    page.getByRole('button', { name: `Layer: ${name}` }),
  );
  for (const button of [left!, right!]) await expect(button).toHaveText(/\d{1,2} \w{3} \d{4}$/);
  await left!.click();
  const shaded = page.getByRole('radio', { name: 'Shaded' });
  await expect(shaded).toBeDisabled();
  await expect(shaded).toHaveAccessibleDescription('Shown on the other side');
  await page.keyboard.press('Escape');
  await choose(page, 'right', 'Project Layer');
  await expect(stage.region).toHaveAccessibleName('Screen 1, Textured and Project Layer');
  await stage.settled();
  expect(await stage.layer()).toBe(TEXTURED);
  const { width, height } = await stage.size();
  expect((await stage.pick(width * 0.6, height * 0.55))?.layer).toBe(CAD);

  await page.getByRole('radiogroup', { name: 'Screens' }).getByRole('radio', { name: '2' }).click({ force: true });
  await expect(divider(page)).toHaveCount(0);
  await expect(swipeSwitch(page)).not.toBeChecked();
  await expect(swipeSwitch(page)).toBeDisabled();
  await expect(swipeSwitch(page)).toHaveAccessibleDescription('Needs one screen');
  await swipeSwitch(page).hover();
  await expect(page.getByText('Needs one screen').locator('visible=true')).toBeVisible();
  await stage.region.focus();
  await page.keyboard.press('v');
  await expect(swipeSwitch(page)).not.toBeChecked();
});

test.describe('at 1440 × 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('is accessible', async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    await swipeSwitch(page).click();
    await stage.settled();
    await expect(page.getByRole('toolbar', { name: 'Swipe' })).toBeVisible();
    await expectFits(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the bar is its handle and Close until it is unfolded', async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    await swipeSwitch(page).tap();
    await stage.settled();
    const bar = page.getByRole('toolbar', { name: 'Swipe' });
    await expect(bar.getByRole('button')).toHaveCount(2);
    await expectFits(page);
    await bar.getByRole('button', { name: 'Swipe', exact: true }).tap();
    await page.getByRole('radio', { name: 'Top and bottom' }).tap({ force: true });
    await expect(page.getByRole('button', { name: /^Layer: bottom/ })).toBeVisible();
    await expectFits(page);
    await bar.getByRole('button', { name: 'Close the swipe' }).tap();
    await expect(divider(page)).toHaveCount(0);
  });
});
