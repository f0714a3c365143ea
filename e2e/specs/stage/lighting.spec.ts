/** Eye-dome lighting: a cloud whose edges in depth are dark reads as surfaces; flat ground keeps its lightness. */
import type { Page } from '@playwright/test';
import { COLUMN_TOPS } from '@overlook/server/demo/truth';
import type { Picture, Rgb } from '../../fixtures/picture.ts';
import { POINTS, above, flatFace, middleOf, poseOf } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 760, height: 560 } });

const KEY = 'overlook.cloud-lighting';
const SETTINGS = { ...MODEL_ONLY, [KEY]: 'off' };
const [EAST, NORTH, TOP] = COLUMN_TOPS[0]!.topEnu;
/** The columns before what lies behind them: depth leaps along every edge. */
const COLUMNS = poseOf({ position: [EAST, NORTH - 45, TOP * 0.6], direction: [0, 1, 0], up: [0, 0, 1] });
const GROUND = poseOf(above(middleOf(flatFace('Sphere pad between the spheres')), 12));

const isDark = ({ r, g, b }: Rgb): boolean => r + g + b < 120;

/** Share of the pixels about the middle that are nearly black. */
const darkShare = (picture: Picture): number => (picture.find(isDark, 200, 200)?.count ?? 0) / 401 ** 2;

async function cloudDarkness(stage: StageDriver): Promise<number> {
  await stage.settled();
  await stage.setLayer(POINTS);
  return darkShare(await stage.picture());
}

/** The same view with and without the lighting. */
async function bothWays(page: Page, stage: StageDriver): Promise<{ plain: number; lit: number }> {
  const plain = await cloudDarkness(stage);
  await page.evaluate((key) => localStorage.setItem(key, '"on"'), KEY);
  await page.reload();
  return { plain, lit: await cloudDarkness(stage) };
}

test('darkens the edges of a cloud', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { site: 'ridgeway', pose: COLUMNS, settings: SETTINGS });
  const { plain, lit } = await bothWays(page, stage);
  expect(lit).toBeGreaterThan(plain + 0.01);
});

test('leaves flat ground as light as it was', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { site: 'ridgeway', pose: GROUND, settings: SETTINGS });
  const { plain, lit } = await bothWays(page, stage);
  expect(Math.abs(lit - plain)).toBeLessThan(0.1);
});
