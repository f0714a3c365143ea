/** Larger screen-space errors keep the points of a picture within the budget, and no finer tiles are requested. */
import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import { openPlantCloud } from '../../fixtures/plant-stage.ts';
import { poseOf } from '../../fixtures/plant.ts';
import type { StageWindow } from '../../fixtures/quadtree-stage.ts';
import { browserWith, SWIFTSHADER } from '../../fixtures/software-gl.ts';
import { expect, session, test } from '../../fixtures/test.ts';

// Millions of points take llvmpipe ten times as long.
test.use({ launchOptions: browserWith(SWIFTSHADER) });

const POSITION: Vec3 = [-60, -75, 28];
const DIRECTION = normalize(subtract([10, 0, 4], POSITION));
const POSE = poseOf({
  position: POSITION,
  direction: DIRECTION,
  up: cross(normalize(cross(DIRECTION, [0, 0, 1])), DIRECTION),
});

test('a cloud is drawn with as many points as the budget allows, and with all without one', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 200 });
  await openPlantCloud(page, await session(page.request, 'member'));
  const pointsWith = (pointBudget: number, screenSpaceErrorPx: number) =>
    page.evaluate(
      async ([budget, px, pose]) => {
        const { stage } = window as unknown as StageWindow;
        stage.update({ pointBudget: budget, screenSpaceErrorPx: px });
        stage.setPose(pose);
        await stage.idle();
        return stage.stats().points;
      },
      [pointBudget, screenSpaceErrorPx, POSE] as const,
    );
  const most = 1_000_000;
  const fine = 1;
  const within = await pointsWith(1, fine);
  expect(within).toBeLessThanOrEqual(most);
  expect(within).toBeGreaterThan(most / 3);
  const all = await pointsWith(1000, fine);
  expect(all).toBeGreaterThan(1.5 * most);
  expect(await pointsWith(1, fine)).toBeLessThanOrEqual(most);
});
