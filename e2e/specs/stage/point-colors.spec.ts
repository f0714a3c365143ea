/** What points are coloured by, and which classes are drawn and picked: on a made cloud whose every value is known. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { HEIGHT_RAMP, INTENSITY_RAMP, pointClass, returnColor } from '@overlook/shared/config';
import { rampColor, rgbOf, transformPoint } from '@overlook/shared/maths';
import type { PointColors } from '@overlook/engine';
import { blobBytes } from '../../fixtures/blob-bytes.ts';
import { openHarness } from '../../fixtures/harness.ts';
import { Picture } from '../../fixtures/picture.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { QUARTERS, writePointTileset } from '../../fixtures/point-tileset.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { DOWN, FRAME, poseOf, SIZE, type StageWindow, type View } from '../../fixtures/quadtree-stage.ts';
import { ROOT } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

const CLOSE: View = { ...DOWN, position: [0, 0, 30] };
const PLAIN: PointColors = { mode: 'scanned', range: null, hiddenClasses: [] };
const places = QUARTERS.map(({ east, north, up }) => pixelOf([east, north, up], CLOSE, SIZE));

async function open(page: Page): Promise<void> {
  const folder = path.join(ROOT, '.cache/point-colors');
  await writePointTileset(folder);
  await openHarness(page, { points: folder });
  await page.evaluate(
    async ({ origin, pose }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false });
      w.stage.setSite({ origin, homePose: pose, layers: [{ modeltypeId: 1, url: '/tiles/points/tileset.json' }] });
      w.stage.update({ layerId: 1, eyeDome: 'off', pointSizePx: 6 });
      await w.stage.idle();
    },
    { origin: QUADTREE_ORIGIN, pose: poseOf(CLOSE) },
  );
}

/** Colours of the middles of the quarters, and the heights above the origin that picks there find. */
async function shown(page: Page, pointColors: PointColors) {
  const blob = await page.evaluateHandle(async (colors) => {
    const { stage } = window as unknown as StageWindow;
    stage.update({ pointColors: colors });
    await stage.idle();
    return stage.screenshot();
  }, pointColors);
  const body = await blobBytes(blob);
  const picks = await page.evaluate((at) => {
    const { stage } = window as unknown as StageWindow;
    return at.map(([x, y]) => stage.pick(x, y)?.pointEcef ?? null);
  }, places);
  await writeFile(test.info().outputPath(`${pointColors.mode} ${pointColors.hiddenClasses.join()}.jpg`), body);
  const picture = await Picture.decode(body);
  return {
    colors: places.map(([x, y]) => picture.around(x, y)),
    heights: picks.map((point) => point && Math.abs(Math.round(transformPoint(FRAME.enuFromEcef, point)[2]))),
  };
}

/** JPEG keeps a colour to a few steps. */
function expectColors(colors: readonly { r: number; g: number; b: number }[], wanted: readonly (readonly number[])[]) {
  colors.forEach(({ r, g, b }, i) => {
    const off = [r, g, b].map((value, k) => Math.abs(value - wanted[i]![k]!));
    expect(Math.max(...off), `quarter ${i}: ${[r, g, b].map(Math.round).join()} for ${wanted[i]!.join()}`).toBeLessThan(
      14,
    );
  });
}

test('points are drawn in the colours of their heights, intensities, classes and returns', async ({ page }) => {
  await open(page);
  const ramp = (share: number) => rampColor(HEIGHT_RAMP, share);
  const scanned = await shown(page, PLAIN);
  expectColors(
    scanned.colors,
    QUARTERS.map(() => [255, 0, 0]),
  );
  expect(scanned.heights).toEqual([0, 1, 2, 3]);
  const { height } = QUADTREE_ORIGIN;
  const byHeight = await shown(page, { ...PLAIN, mode: 'height', range: [height, height + 3] });
  expectColors(byHeight.colors, [ramp(0), ramp(1 / 3), ramp(2 / 3), ramp(1)]);
  const byIntensity = await shown(page, { ...PLAIN, mode: 'intensity', range: [0, 65_535] });
  const grey = (share: number) => rampColor(INTENSITY_RAMP, share);
  expectColors(
    byIntensity.colors,
    QUARTERS.map(({ intensity }) => grey(intensity / 65_535)),
  );
  const byClass = await shown(page, { ...PLAIN, mode: 'classification' });
  expectColors(
    byClass.colors,
    QUARTERS.map(({ classification }) => rgbOf(pointClass(classification).color)),
  );
  const byReturn = await shown(page, { ...PLAIN, mode: 'returnNumber' });
  expectColors(
    byReturn.colors,
    QUARTERS.map(({ returnNumber }) => rgbOf(returnColor(returnNumber))),
  );
});

test('points of hidden classes are neither drawn nor picked, in every colour mode', async ({ page }) => {
  await open(page);
  for (const mode of ['scanned', 'height', 'classification'] as const) {
    const { colors, heights } = await shown(page, { ...PLAIN, mode, hiddenClasses: [6, 9] });
    expect(heights).toEqual([0, null, 2, null]);
    // The ground of the page is grey.
    for (const hidden of [colors[1]!, colors[3]!]) expect(Math.abs(hidden.r - hidden.b)).toBeLessThan(14);
  }
});

test('the classes of the cloud are counted, and its range is found', async ({ page }) => {
  await open(page);
  await shown(page, { ...PLAIN, mode: 'height' });
  const points = await page.evaluate(() => (window as unknown as StageWindow).stage.pointStatistics());
  const each = points!.points / QUARTERS.length;
  expect(points!.classes).toEqual([2, 6, 7, 9].map((code) => [code, each]));
  expect(points!.returns).toEqual([1, 2, 3, 4].map((number) => [number, each]));
  expect(points!.range![0]).toBeCloseTo(QUADTREE_ORIGIN.height, 2);
  expect(points!.range![1]).toBeCloseTo(QUADTREE_ORIGIN.height + 3, 2);
});
