/** Plans with level slices, on the plant of the description. */
import { type Vec3, distance, dot, subtract } from '@overlook/shared/maths';
import { ecefFromEnu, enuFromEcef, facing, flatFace, middleOf, poseOf } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = middleOf(flatFace('Control room roof deck'));
const BEFORE = poseOf(facing(flatFace('Control room roof deck'), 40));

test.use({ viewport: { width: 960, height: 560 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('a plan shows what lies between two heights, and leads back to the view before', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { site: 'ridgeway', pose: BEFORE, settings: COARSE_MODEL });
  await stage.settled();
  const bar = page.getByRole('region', { name: 'Level slice' });
  const press = async (key: string) => {
    await stage.region.focus();
    await page.keyboard.press(key);
  };
  const placeOf = (point: Vec3) =>
    page.evaluate((at) => window.overlook!.project(at), point).then((place) => [place!.x, place!.y] as const);
  /** The height above the ground point of what is picked on the roof of the control room; null for nothing. */
  const pickedM = async () => {
    const picked = await stage.pickPoint(...(await placeOf(ecefFromEnu(ROOF))));
    return picked && enuFromEcef(picked)[2];
  };
  const type = async (field: RegExp, metres: number) => {
    await bar.getByRole('spinbutton', { name: field }).fill(String(metres));
    await page.keyboard.press('Enter');
  };

  await test.step('Z looks straight from above, with a grid', async () => {
    await press('z');
    await expect(bar).toBeVisible();
    await expect.poll(async () => (await stage.pose()).orthoHeightM ?? 0).toBeGreaterThan(1);
    const up = subtract(ecefFromEnu([ROOF[0], ROOF[1], ROOF[2] + 1]), ecefFromEnu(ROOF));
    expect(dot((await stage.pose()).direction, up)).toBeLessThan(-0.999_999);
    await stage.settled();
    expect(await pickedM()).toBeCloseTo(ROOF[2], 2);
    const grid = page.getByRole('img', { name: /^Grid, a line each / });
    await expect(grid.locator('text').first()).toHaveText(/\d/);
    await bar.getByRole('button', { name: 'Grid' }).click();
    await expect(grid).toHaveCount(0);
  });

  await test.step('a slice below the roof takes it away, and picks go through it', async () => {
    await type(/^To/, ROOF[2] - 0.5);
    await stage.settled();
    const belowM = await pickedM();
    expect(belowM ?? 0).toBeLessThan(ROOF[2] - 0.4);
    await expect.poll(() => new URL(page.url()).searchParams.get('level')).toMatch(/^[\d.]+,[\d.]+$/);
  });

  await test.step('Escape shows all heights, and Z leads back', async () => {
    await press('Escape');
    await expect(bar.getByRole('button', { name: 'Levels, All heights' })).toBeVisible();
    await stage.settled();
    expect(await pickedM()).toBeCloseTo(ROOF[2], 2);
    await press('z');
    await expect(bar).toHaveCount(0);
    await expect.poll(async () => distance((await stage.pose()).position, BEFORE.position)).toBeLessThan(0.01);
  });
});
