/** The section volume: what a box and planes remove from pictures, picks and requests, and how they are changed. */
import { type Vec3 } from '@overlook/shared/maths';
import { RED_TANK, SAMPLE_POSES } from '@overlook/server/demo/truth';
import { type Picture, isRed } from '../../fixtures/picture.ts';
import { above, flatFace, middleOf, pixelOf, poseOf, ecefFromEnu, enuFromEcef } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const BAND = SAMPLE_POSES[0]!.pose;
const [EAST, NORTH] = RED_TANK.centreEnu;
const BAND_HEIGHT = (RED_TANK.bandBottom + RED_TANK.bandTop) / 2;
const OPENING = { site: 'ridgeway', pose: poseOf(BAND), settings: COARSE_MODEL };

test.use({ viewport: { width: 760, height: 560 } });

/** Address of a view with this box, level with the site: centre and sides in ENU metres. */
const boxed = (centreEnu: Vec3, size: Vec3, layers = '3'): string =>
  `/?v=1&site=ridgeway&layers=${layers}&box=${[...ecefFromEnu(centreEnu), ...size, 0].join()}`;

/** All of the tank and a little more. */
const TANK_BOX: Vec3 = [24, 24, 40];
/** From the middle of the tank to the north. */
const NORTH_HALF = boxed([EAST, NORTH + 10, BAND_HEIGHT], [24, 20, 40], '3,2');

/** Red pixels about the middle of the picture, where the band is. */
const redIn = (picture: Picture): number => picture.find(isRed, 60, 20)?.count ?? 0;

/** The point under the middle of a screen, ENU metres. */
async function middleHit(stage: StageDriver): Promise<Vec3> {
  const { width, height } = await stage.size();
  const point = await stage.pickPoint(width / 2, height / 2);
  expect(point, 'something lies under the centre').not.toBeNull();
  return enuFromEcef(point!);
}

test('a box keeps its contents and removes the rest from picture and requests', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { ...OPENING, path: boxed([EAST, NORTH, BAND_HEIGHT], TANK_BOX) });
  await stage.settled();
  const inside = await stage.stats();
  expect(redIn(await stage.picture())).toBeGreaterThan(1000);

  const up = page.getByRole('spinbutton', { name: 'Size up' });
  // Lower than the girder over the band and higher than the one below: the handles' own red is not in the way.
  await up.fill('1');
  await up.press('Enter');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const moved = page.getByRole('spinbutton', { name: 'Moved up' });
  await moved.fill('-4');
  await moved.press('Enter');
  await stage.settled();
  expect(redIn(await stage.picture())).toBe(0);

  await page.getByRole('button', { name: 'Remove section box' }).click();
  await stage.settled();
  expect(redIn(await stage.picture())).toBeGreaterThan(1000);
  expect((await stage.stats()).tilesSelected).toBeGreaterThan(inside.tilesSelected);
});

test('picks pass through parts that are cut away, in every screen', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { ...OPENING, path: NORTH_HALF });
  for (const number of [1, 2]) {
    const screen = stage.screen(number);
    await screen.settled();
    await screen.setScreenSpaceError(1);
  }
  const [, north] = await middleHit(stage);
  // The far shell, from within; its chords lie up to a centimetre inside of it.
  expect(Math.abs(north - (NORTH + RED_TANK.radius))).toBeLessThan(0.02);
  // Shaded solids have cut faces, on the south side of the box.
  expect(await stage.screen(2).layer()).toBe(2);
  expect((await middleHit(stage.screen(2)))[1]).toBeCloseTo(NORTH, 3);
  await page.getByRole('switch', { name: 'Section box' }).click();
  for (const number of [1, 2]) {
    await stage.screen(number).settled();
    expect((await middleHit(stage.screen(number)))[1]).toBeLessThan(NORTH);
  }
});

test('a plane removes everything before the clicked place', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { ...OPENING, path: boxed([EAST, NORTH, 0], [400, 400, 200]) });
  await stage.settled();
  await stage.setScreenSpaceError(1);
  const removePlanes = page.getByRole('button', { name: 'Remove planes' });
  await expect(removePlanes).toBeDisabled();
  await page.getByRole('button', { name: 'Add plane' }).click();
  await expect(page.getByText('Click on the model to lay a cutting plane')).toBeVisible();
  // Beside the middle the shell is farther: an upright plane there cuts the middle open.
  const angle = Math.PI / 5;
  const flank: Vec3 = [
    EAST + RED_TANK.radius * Math.sin(angle),
    NORTH - RED_TANK.radius * Math.cos(angle),
    RED_TANK.bandBottom + 0.3,
  ];
  await stage.click(pixelOf(flank, BAND, await stage.size()));
  await expect(removePlanes).toBeEnabled();
  await stage.settled();
  expect(Math.abs((await middleHit(stage))[1] - (NORTH + RED_TANK.radius))).toBeLessThan(0.02);
  await expect(page).toHaveURL(/planes=/);
  await removePlanes.click();
  await stage.settled();
  expect(Math.abs((await middleHit(stage))[1] - (NORTH - RED_TANK.radius))).toBeLessThan(0.02);
});

test('the box is changed by its handles and in figures', { tag: '@long' }, async ({ page, signedInAs }) => {
  const roof = middleOf(flatFace('Control room roof deck'));
  const pose = above(roof, 40);
  const stage = await signedInAs('member', { ...OPENING, pose: poseOf(pose) });
  await stage.settled();
  await page.getByRole('switch', { name: 'Section box' }).click();
  const bar = page.getByRole('region', { name: 'Section box' });
  const field = (name: string) => bar.getByRole('spinbutton', { name });
  await expect(field('Size east')).toHaveValue('14.00');
  await stage.settled();

  await test.step('a drag of the east face makes the box wider by as much', async () => {
    const size = await stage.size();
    // The box begins half a metre below the ground.
    const middle = 7 - 0.5;
    const handle = pixelOf([roof[0] + 7, roof[1], middle], pose, size);
    const to = pixelOf([roof[0] + 10, roof[1], middle], pose, size);
    await stage.drag(handle, to);
    await expect.poll(async () => Number(await field('Size east').inputValue())).toBeGreaterThan(16.7);
    expect(Number(await field('Size east').inputValue())).toBeLessThan(17.3);
    await expect(field('Size north')).toHaveValue('14.00');
  });

  await test.step('figures are taken, stepped and turned', async () => {
    await field('Size north').fill('6,5');
    await field('Size north').press('Enter');
    await expect(field('Size north')).toHaveValue('6.50');
    await field('Size north').press('ArrowUp');
    await expect(field('Size north')).toHaveValue('6.75');
    await field('Rotation').fill('30');
    await field('Rotation').press('Enter');
    await expect(bar.getByLabel('Volume')).toContainText('m³');
    await expect.poll(() => new URL(page.url()).searchParams.get('box')?.split(',').at(-1)).toBe('30');
    await bar.getByRole('button', { name: 'Reset' }).click();
    await expect(field('Size east')).toHaveValue('14.00');
    await expect(bar.getByRole('button', { name: 'Reset' })).toBeDisabled();
  });
});
