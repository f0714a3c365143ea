/**
 * The outline of the selection is compared with the plant's own description: the shell of a tank is an upright
 * cylinder, whose sides appear where the lines of sight touch it.
 */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type Vec3, normalize, subtract } from '@overlook/shared/maths';
import { objectTree } from '@overlook/server/demo/object-tree';
import { describeSite } from '@overlook/server/demo/sites';
import { TANKS } from '@overlook/server/demo/ridgeway-layout';
import { RED_TANK } from '@overlook/server/demo/truth';
import type { EnuPose } from '@overlook/server/demo/types';
import { openPlantStage } from '../../fixtures/plant-stage.ts';
import { CAD, poseOf } from '../../fixtures/plant.ts';
import type { StageWindow } from '../../fixtures/quadtree-stage.ts';
import { expect, session, test } from '../../fixtures/test.ts';

const SIZE = { width: 320, height: 200 };
test.use({ viewport: SIZE });

/** The whole shell, course by course. */
const SHELL = objectTree(describeSite('ridgeway')).filter(
  ({ name, featureId }) => featureId !== null && /^T-103 (Shell course|Identification band)/.test(name),
);
const RUNS = SHELL.flatMap(({ featureId }) => [featureId!, featureId!]);
const [EAST, NORTH] = RED_TANK.centreEnu;
const HEIGHT = (RED_TANK.bandBottom + RED_TANK.bandTop) / 2;
const MIDDLE: Vec3 = [EAST, NORTH, HEIGHT];

/** Level, from a place at the height of the tank's band. */
function lookFrom(east: number, north: number): EnuPose {
  const position: Vec3 = [east, north, HEIGHT];
  return { position, direction: normalize(subtract(MIDDLE, position)), up: [0, 0, 1] };
}

/** Columns of the picture where the left and the right side of the shell are, by the circle that it is from above. */
function sidesOf(pose: EnuPose): [number, number] {
  const away = Math.hypot(EAST - pose.position[0], NORTH - pose.position[1]);
  const slope = RED_TANK.radius / Math.sqrt(away ** 2 - RED_TANK.radius ** 2);
  const perTangent = SIZE.height / (2 * Math.tan(Math.PI / 6));
  return [SIZE.width / 2 - slope * perTangent, SIZE.width / 2 + slope * perTangent];
}

/** Red, green and blue of each pixel at a pose, with these features outlined. */
async function seen(page: Page, pose: EnuPose, outlined: readonly number[], path: string): Promise<Buffer> {
  await page.evaluate(
    async ([to, runs]) => {
      const { stage } = window as unknown as StageWindow;
      stage.setPose(to);
      const rest = { opacity: 1, color: null };
      stage.update({ features: runs.length > 0 ? { rest, rules: [], outlined: runs } : null });
      await stage.refined();
    },
    [poseOf(pose), outlined] as const,
  );
  return sharp(await page.screenshot({ path }))
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Columns of a row in which two pictures differ clearly. */
function changedColumns(a: Buffer, b: Buffer, row: number): number[] {
  const columns: number[] = [];
  for (let x = 0; x < SIZE.width; x++) {
    const at = 3 * (row * SIZE.width + x);
    const difference = [0, 1, 2].reduce((sum, k) => sum + Math.abs(a[at + k]! - b[at + k]!), 0);
    if (difference > 60) columns.push(x);
  }
  return columns;
}

/** Rows about the middle, where nothing but the two sides of the shell is outlined. */
const ROWS = Array.from({ length: 15 }, (_, i) => SIZE.height / 2 - 7 + i);
const amber = (picture: Buffer, x: number, y: number): boolean => {
  const at = 3 * (y * SIZE.width + Math.round(x));
  return picture[at]! > 200 && picture[at + 1]! > 150 && picture[at + 2]! < 180;
};

test('the outline runs along the object, and where something hides it too', async ({ page }, info) => {
  test.slow();
  await openPlantStage(page, await session(page.request, 'member'), { layer: CAD, maxPixelRatio: 1, errorPx: 4 });
  await page.evaluate(() => (window as unknown as StageWindow).stage.update({ isRefinedAtRest: false }));

  await test.step('where nothing hides it, it is two complete lines within three pixels of the sides', async () => {
    const pose = lookFrom(EAST, NORTH - 50);
    const plain = await seen(page, pose, [], info.outputPath('open-plain.png'));
    const outlined = await seen(page, pose, RUNS, info.outputPath('open.png'));
    const [left, right] = sidesOf(pose);
    for (const row of ROWS) {
      const changed = changedColumns(plain, outlined, row);
      expect(changed.length, `row ${row}`).toBeGreaterThan(3);
      for (const x of changed) {
        const beside = Math.min(Math.abs(x + 0.5 - left), Math.abs(x + 0.5 - right));
        expect(beside, `column ${x} of row ${row}, sides at ${left} and ${right}`).toBeLessThan(5.5);
      }
      expect(amber(outlined, left - 2, row) || amber(outlined, left - 1, row), `left of row ${row}`).toBe(true);
      expect(amber(outlined, right + 1, row) || amber(outlined, right, row), `right of row ${row}`).toBe(true);
    }
    expect(await seen(page, pose, [], info.outputPath('open-again.png'))).toEqual(plain);
  });

  await test.step('behind another tank, of which nothing is seen otherwise, it is dashed', async () => {
    const hiding = TANKS.find(({ tag }) => tag === 'T-101')!;
    const pose = lookFrom(hiding.east - 42, hiding.north - 0.5);
    const plain = await seen(page, pose, [], info.outputPath('hidden-plain.png'));
    const outlined = await seen(page, pose, RUNS, info.outputPath('hidden.png'));
    const [left, right] = sidesOf(pose);
    const dashes = ROWS.filter((row) => {
      const changed = changedColumns(plain, outlined, row);
      for (const x of changed) {
        const beside = Math.min(Math.abs(x + 0.5 - left), Math.abs(x + 0.5 - right));
        expect(beside, `column ${x} of row ${row}, sides at ${left} and ${right}`).toBeLessThan(5.5);
      }
      return changed.some((x) => x < left);
    });
    expect(dashes.length).toBeGreaterThan(0.25 * ROWS.length);
    expect(dashes.length).toBeLessThan(ROWS.length);
  });
});
