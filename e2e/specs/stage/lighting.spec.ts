/** Eye-dome lighting: a cloud whose edges in depth are dark reads as surfaces; flat ground keeps its lightness. */
import type { Pose } from '@overlook/shared/maths';
import { COLUMN_TOPS } from '@overlook/server/demo/truth';
import type { Picture, Rgb } from '../../fixtures/picture.ts';
import { POINTS, above, flatFace, middleOf, poseOf } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 760, height: 560 } });

const KEY = 'overlook.cloud-lighting';
const SETTINGS = { ...MODEL_ONLY, [KEY]: 'off' };
const [EAST, NORTH, TOP] = COLUMN_TOPS[0]!.topEnu;
/** The columns in front of their background: the depth changes abruptly along every edge. */
const COLUMNS = poseOf({ position: [EAST, NORTH - 45, TOP * 0.6], direction: [0, 1, 0], up: [0, 0, 1] });
const GROUND = poseOf(above(middleOf(flatFace('Sphere pad between the spheres')), 12));

const isDark = ({ r, g, b }: Rgb): boolean => r + g + b < 120;

/** Share of the pixels about the middle that are nearly black. */
const darkShare = (picture: Picture): number => (picture.find(isDark, 200, 200)?.count ?? 0) / 401 ** 2;

async function darknessAt(stage: StageDriver, pose: Pose): Promise<number> {
  await stage.setPose(pose);
  return darkShare(await stage.picture());
}

test(
  'darkens the edges of a cloud, and leaves flat ground as light as it was',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', { site: 'ridgeway', pose: COLUMNS, settings: SETTINGS });
    const both = async () => {
      await stage.settled();
      await stage.setLayer(POINTS);
      return { columns: await darknessAt(stage, COLUMNS), ground: await darknessAt(stage, GROUND) };
    };
    const plain = await both();
    await page.evaluate((key) => localStorage.setItem(key, '"on"'), KEY);
    await page.reload();
    const lit = await both();
    expect(lit.columns).toBeGreaterThan(plain.columns + 0.01);
    expect(Math.abs(lit.ground - plain.ground)).toBeLessThan(0.1);
  },
);
