/** Points with normals are lit by them where a value colours them; in their scanned colours they are not lit. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Vec3 } from '@overlook/shared/maths';
import type { PointColors } from '@overlook/engine';
import { openHarness } from '../../fixtures/harness.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { writePlainPoints } from '../../fixtures/point-tileset.ts';
import { QUADTREE_ORIGIN } from '../../fixtures/quadtree.ts';
import { standardSun } from '../../fixtures/standard-sun.ts';
import { poseOf, SIZE, type StageWindow } from '../../fixtures/quadtree-stage.ts';
import { MADE_DIR } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

const VIEW = { position: [0, 0, 20] as Vec3, direction: [0, 0, -1] as Vec3, up: [0, 1, 0] as Vec3 };
const { toSun: TO_SUN } = standardSun(QUADTREE_ORIGIN.latitude);
const FROM_SUN = [-TO_SUN[0], -TO_SUN[1], TO_SUN[2]];
const STEP = 0.1;

/** A flat square whose western, middle and eastern thirds have normals towards the sun, none, and away from the sun. */
function cloud() {
  const positions: number[] = [];
  const normals: number[] = [];
  for (let i = -60; i <= 60; i++)
    for (let j = -30; j <= 30; j++) {
      positions.push(i * STEP, j * STEP, 0);
      normals.push(...(i < -20 ? TO_SUN : i > 20 ? FROM_SUN : [0, 0, 0]));
    }
  return { positions, normals };
}

const sum = ({ r, g, b }: Rgb): number => r + g + b;

async function seen(page: Page, pointColors: PointColors): Promise<number[]> {
  await page.evaluate(async (colors) => {
    const { stage } = window as unknown as StageWindow;
    stage.update({ pointColors: colors, eyeDome: 'off' });
    await stage.idle();
  }, pointColors);
  const picture = await Picture.decode(await page.screenshot());
  return [-4, 0, 4].map((east) => sum(picture.around(...pixelOf([east, 0, 0], VIEW, SIZE), 4)));
}

test('points with normals are lit by them, but not the colours that were scanned', async ({ page }) => {
  const { positions, normals } = cloud();
  const folder = path.join(MADE_DIR, 'normals');
  await writePlainPoints(folder, positions, normals);
  await page.setViewportSize(SIZE);
  await openHarness(page, { normals: folder });
  await page.evaluate(
    async ({ origin, homePose }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false, maxPixelRatio: 1 });
      w.stage.setSite({ origin, homePose, layers: [{ modeltypeId: 1, url: '/tiles/normals/tileset.json' }] });
      w.stage.update({ layerId: 1, isGlobeVisible: false });
      await w.stage.idle();
    },
    { origin: QUADTREE_ORIGIN, homePose: poseOf(VIEW) },
  );
  const scanned = await seen(page, { mode: 'scanned', range: null, hiddenClasses: [] });
  expect(Math.max(...scanned) - Math.min(...scanned)).toBeLessThan(6);
  const [west, middle, east] = await seen(page, { mode: 'height', range: [-1000, 1000], hiddenClasses: [] });
  // Light of 1.2 and 0.6 after encoding, and 1 where there is no normal.
  expect(west!).toBeGreaterThanOrEqual(middle!);
  expect(east! / middle!).toBeGreaterThan(0.5);
  expect(east! / middle!).toBeLessThan(0.75);
});
