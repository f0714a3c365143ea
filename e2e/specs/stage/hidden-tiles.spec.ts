/** What lies behind the picture is not requested, and its absence is not seen. */
import type { Page } from '@playwright/test';
import type { Vec3 } from '@overlook/shared/maths';
import { Picture } from '../../fixtures/picture.ts';
import { openPlantStage } from '../../fixtures/plant-stage.ts';
import { SHADED, poseOf } from '../../fixtures/plant.ts';
import type { StageWindow } from '../../fixtures/quadtree-stage.ts';
import { seeAllBoxes } from '../../fixtures/seen-boxes.ts';
import { expect, session, test } from '../../fixtures/test.ts';

const SIZE = { width: 640, height: 400 };
test.use({ viewport: SIZE });

/** How long the link takes for a tile. */
const TILE_MS = 60;
/** Views of a person on the ground, east and north, metres, and heading, degrees: a wall fills one, in the other it is open. */
const VIEWS: [Vec3, number][] = [
  [[110, -110, 2], 320],
  [[-40, 60, 3], 160],
];
const viewOf = ([position, headingDeg]: (typeof VIEWS)[number]) => {
  const heading = (headingDeg * Math.PI) / 180;
  return poseOf({ position, direction: [Math.sin(heading), Math.cos(heading), 0], up: [0, 0, 1] });
};

/** The plant's textured layer on a stage, and its tiles that were requested. */
async function openBehindSlowLink(page: Page): Promise<ReadonlySet<string>> {
  const token = await session(page.request, 'admin');
  const tiles = new Set<string>();
  // One tile after the other, as a slow link gives them: pictures are drawn in between.
  let link = Promise.resolve();
  await page.context().route('**/textured/**/*.glb', (route) => {
    tiles.add(route.request().url());
    link = link.then(() => new Promise((resolve) => setTimeout(resolve, TILE_MS))).then(() => route.continue());
    // A request that is no longer wanted has gone.
    link = link.catch(() => undefined);
    return link;
  });
  await openPlantStage(page, token, { maxPixelRatio: 1, errorPx: 5 });
  await page.evaluate((size) => {
    const { stage, container } = window as unknown as StageWindow;
    Object.assign(container.style, { width: `${size.width}px`, height: `${size.height}px` });
    stage.update({ isRefinedAtRest: false });
  }, SIZE);
  return tiles;
}

test('ground views spare what is hidden, and look as with all of it', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const tiles = await openBehindSlowLink(page);
  const seen = async (name: string) => Picture.decode(await page.screenshot({ path: test.info().outputPath(name) }));
  const pictures: Picture[] = [];
  const spared: number[] = [];

  for (const [i, view] of VIEWS.entries()) {
    await page.evaluate(async (pose) => {
      const { stage } = window as unknown as StageWindow;
      stage.setPose(pose);
      await stage.idle();
    }, viewOf(view));
    pictures.push(await seen(`spared-${i}.png`));
  }
  const requested = tiles.size;

  await page.evaluate(seeAllBoxes);
  for (const [i, view] of VIEWS.entries()) {
    const before = tiles.size;
    await page.evaluate(async (pose) => {
      const { stage } = window as unknown as StageWindow;
      stage.setPose(pose);
      await stage.idle();
    }, viewOf(view));
    spared.push(tiles.size - before);
    const whole = await seen(`whole-${i}.png`);
    const { mean, differing } = pictures[i]!.differenceFrom(whole);
    expect(mean, `mean difference of view ${i}`).toBeLessThan(0.05);
    expect(differing, `pixels of view ${i} that differ by more than 24`).toBeLessThan(20);
  }
  expect(requested).toBeGreaterThan(40);
  expect(spared[0], 'behind the wall').toBeGreaterThan(10);
  expect(spared[1], 'behind tanks and columns').toBeGreaterThan(10);
});

test('what the divider of a swipe covers does not count as hidden', { tag: '@long' }, async ({ page }) => {
  const tiles = await openBehindSlowLink(page);
  const divideAt = (fraction: number) =>
    page.evaluate(
      async ({ share, secondLayerId }) => {
        const { stage } = window as unknown as StageWindow;
        stage.update({ swipe: { fraction: share, direction: 'sideBySide', secondLayerId } });
        await stage.idle();
      },
      { share: fraction, secondLayerId: SHADED },
    );
  await page.evaluate((pose) => (window as unknown as StageWindow).stage.setPose(pose), viewOf(VIEWS[1]!));
  await divideAt(0.3);
  const before = tiles.size;
  await divideAt(0.95);
  expect(before).toBeGreaterThan(20);
  expect(tiles.size - before, 'tiles requested because the divider moved').toBe(0);
});
