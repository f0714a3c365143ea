/**
 * What a view must survive: slow frames, a lost context in the middle of a measurement, and an hour in a hidden tab.
 */
import { expectAccessible } from '../../fixtures/axe.ts';
import { facing, flatFace, poseOf } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const ON_ROOF = facing(ROOF, 20);
const OPENING = { site: 'ridgeway', pose: poseOf(ON_ROOF), settings: COARSE_MODEL };

declare global {
  interface Window {
    /** Takes the page out of sight, or brings it back; time that passed meanwhile, milliseconds. */
    sleepFor(durationMs: number): void;
    frameCostMs: number;
  }
}

test.use({ viewport: { width: 1040, height: 560 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test(
  'quality drops while frames are slow during a movement, the view says so, and quality returns at rest',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    // A device on which every frame takes this much longer.
    await page.addInitScript(() => {
      window.frameCostMs = 0;
      const request = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (callback) =>
        request((nowMs) => {
          const endMs = performance.now() + window.frameCostMs;
          while (performance.now() < endMs);
          callback(nowMs);
        });
    });
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    const chip = page.getByRole('button', { name: 'Quality reduced' });
    await expect(chip).toHaveCount(0);
    await page.evaluate(() => (window.frameCostMs = 80));
    await stage.region.focus();
    await page.keyboard.down('ArrowLeft');
    await expect(chip).toBeVisible();
    // By its own event: the pointer would take the focus from the stage, and the key with it.
    await chip.dispatchEvent('click');
    const reason = page.getByRole('dialog');
    await expect(reason).toContainText('Screen-space error');
    await expect(reason).toContainText('→');
    await page.keyboard.up('ArrowLeft');
    // The focus follows in a frame of its own.
    await expect(reason).toBeFocused();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(chip).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveJSProperty('scrollWidth', 820);
    await expect(chip).toHaveCount(0, { timeout: 15_000 });
    await stage.settled();
  },
);

test('a context that is lost between two points of a measurement costs nothing', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { ...OPENING, path: '/tools' });
  const tools = new Tools(page);
  await stage.settled();
  const { width, height } = await stage.size();
  const places = [0.4, 0.6].map((share) => [Math.round(width * share), Math.round(height / 2)] as const);
  const [from, to] = [await stage.pickPoint(...places[0]!), await stage.pickPoint(...places[1]!)];
  const truth = Math.hypot(...from!.map((value, k) => value - to![k]!));
  const triangles = (await stage.stats()).triangles;
  await stage.click(places[0]!);
  await stage.loseContext();
  await stage.settled();
  await stage.click(places[1]!);
  await page.keyboard.press('Enter');
  const [measured] = await tools.exported();
  expect(measured!.properties.lengthMetres).toBeCloseTo(truth, 3);
  expect((await stage.stats()).triangles).toBe(triangles);
});

test(
  'after an hour out of sight the view is where it was, also when its site has changed meanwhile',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    await page.addInitScript(() => {
      let sleptMs = 0;
      let isHidden = false;
      const waiting: FrameRequestCallback[] = [];
      const { performance } = window;
      const now = performance.now.bind(performance);
      const dateNow = Date.now;
      const request = window.requestAnimationFrame.bind(window);
      performance.now = () => now() + sleptMs;
      Date.now = () => dateNow() + sleptMs;
      window.requestAnimationFrame = (callback) => {
        if (isHidden) return waiting.push(callback);
        return request((nowMs) => callback(nowMs + sleptMs));
      };
      Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
      const turn = (hidden: boolean): void => {
        isHidden = hidden;
        if (hidden) window.dispatchEvent(new Event('blur'));
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        if (!hidden) for (const callback of waiting.splice(0)) window.requestAnimationFrame(callback);
      };
      window.sleepFor = (durationMs) => {
        turn(true);
        sleptMs += durationMs;
        turn(false);
      };
    });
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    // A person has chosen the home view once, and then moved on.
    await page.getByRole('button', { name: 'Home view' }).click();
    await stage.settled();
    await stage.setPose(poseOf(ON_ROOF));
    const { width, height } = await stage.size();
    const middle = [width / 2, height / 2] as const;
    const before = { pose: await stage.pose(), point: await stage.pickPoint(...middle) };

    let asked = 0;
    await page.route(/sites\.all/, async (route) => {
      asked += 1;
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll('Ridgeway Gas Plant', 'Ridgeway Gas Plant (north)');
      await route.fulfill({ response: answer, body: text });
    });
    await stage.region.focus();
    await page.keyboard.down('KeyW');
    await page.evaluate(() => window.sleepFor(3_600_000));
    await page.keyboard.up('KeyW');
    await expect(page.getByText('Ridgeway Gas Plant (north)').first()).toBeVisible();
    expect(asked).toBe(1);
    await stage.settled();
    const moved = Math.hypot(...(await stage.pose()).position.map((value, k) => value - before.pose.position[k]!));
    // The movement by the key before the page was hidden; an hour of flight would end far away.
    expect(moved).toBeLessThan(15);
    await stage.setPose(before.pose);
    const point = await stage.pickPoint(...middle);
    expect(Math.hypot(...point!.map((value, k) => value - before.point![k]!))).toBeLessThan(0.002);
  },
);

test.describe('without WebGL 2', () => {
  test.use({ hasWebGl: false });

  test('the reader is told about it, and what to do', async ({ page, signedInAs }) => {
    await signedInAs('member', OPENING);
    await expect(page.getByText('This browser cannot draw 3D models')).toBeVisible();
    await expect(page.getByText(/Switch on hardware acceleration/)).toBeVisible();
    await expectAccessible(page);
    // What needs no model works on.
    await page.getByRole('link', { name: 'Sites' }).click();
    await expect(page.getByRole('button', { name: /^Harbour Tank Farm/ })).toBeVisible();
  });
});
