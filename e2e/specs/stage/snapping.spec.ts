/** Clicks of tools snap to the corners and edges that the demo plant's description states. */
import type { Vec3 } from '@overlook/shared/maths';
import { lookAt } from '@overlook/server/demo/home-pose';
import { CAD, flatFace, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

test.use({ viewport: { width: 1040, height: 560 } });

const WALL = flatFace('Control room west wall');
const { corner, edgeU, edgeV } = WALL;
/** The parapet on a roof (server/src/demo/plant/assemblies/buildings.ts). */
const PARAPET_M = 0.15;
/** The upper ends of the parapet over the wall, 15 m apart. */
const NORTH: Vec3 = [corner[0], corner[1], corner[2] + edgeV[2] + PARAPET_M];
const SOUTH: Vec3 = [NORTH[0], NORTH[1] + edgeU[1], NORTH[2]];
const MIDDLE: Vec3 = [NORTH[0], NORTH[1] + edgeU[1] / 2, NORTH[2]];

test('a distance between two corners is that of the description', async ({ page, signedInAs }) => {
  const [x, y, z] = MIDDLE;
  const pose = poseOf(lookAt([x - 16, y - 9, z + 6], [x, y, z - 2]));
  const stage = await signedInAs('admin', { site: 'ridgeway', path: '/tools', settings: MODEL_ONLY, pose });
  await stage.settled();
  await stage.setLayer(CAD);
  const tools = new Tools(page);
  const marker = page.locator('[data-snap]');
  const at = async (point: Vec3): Promise<[number, number]> => {
    const place = await page.evaluate((ecef) => window.overlook!.screens[0]!.project(ecef), ecefFromEnu(point));
    return [place!.x, place!.y];
  };
  /** Some pixels above a corner, where the pointer is over what lies far behind. */
  const beside = async (point: Vec3): Promise<[number, number]> => {
    const [px, py] = await at(point);
    return [Math.round(px) + (point === NORTH ? -3 : 2), Math.round(py) - 4];
  };

  for (const projection of ['perspective', 'orthographic'] as const) {
    await test.step(projection, async () => {
      if (projection === 'orthographic') {
        await page.keyboard.press('5');
        await stage.settled();
      }
      await stage.hover(await beside(NORTH));
      await expect(marker).toHaveAttribute('data-snap', 'vertex');
      await expect(marker).toHaveText('Corner');
      await stage.click(await beside(NORTH));
      await stage.click(await beside(SOUTH));
      await page.keyboard.press('Enter');
      const [length] = await tools.exported();
      expect(Math.abs(length!.properties.lengthMetres! - 15)).toBeLessThan(0.001);
      await tools.button('Clear').click();
    });
  }

  await test.step('Tab takes the next one, Alt none', async () => {
    await stage.hover(await beside(NORTH));
    await expect(marker).toHaveAttribute('data-snap', 'vertex');
    await expect(page.getByText('next snap')).toBeVisible();
    const place = await marker.getAttribute('style');
    await page.keyboard.press('Tab');
    await expect(marker).not.toHaveAttribute('style', place!);
    await page.keyboard.down('Alt');
    await expect(marker).toHaveAttribute('data-snap', 'surface');
    await page.keyboard.up('Alt');
    await expect(marker).not.toHaveAttribute('data-snap', 'surface');
  });

  await test.step('a kind can be switched off', async () => {
    await page.getByRole('button', { name: 'Snap', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Corner' }).click({ force: true });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Snap' })).toBeHidden();
    await stage.hover(await beside(SOUTH));
    await expect(marker).toHaveText(/edge/i);
  });
});
