/** The globe from space, with the sites on it. */
import { type Pose, type Vec3, normalize, scale } from '@overlook/shared/maths';
import { ecefFromEnu, enuFromEcef } from '../../fixtures/plant.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 760, height: 560 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** Straight down on the plant from this many metres, north up. */
function fromSpace(metres: number): Pose {
  const outward = normalize(ecefFromEnu([0, 0, 0]));
  const north = normalize(ecefFromEnu([0, 1, 0]).map((value, k) => value - ecefFromEnu([0, 0, 0])[k]!) as Vec3);
  const up = normalize(
    north.map((value, k) => value - outward[k]! * north.reduce((sum, v, i) => sum + v * outward[i]!, 0)) as Vec3,
  );
  return { position: scale(outward, 6.371e6 + metres), direction: scale(outward, -1), up };
}

test('from 15,000 km there is a globe with a pin for both sites, which names and opens them', async ({
  page,
  signedInAs,
}) => {
  const settings = { 'overlook.minimap-hidden': true, 'overlook.quality': 'speed' };
  const stage = await signedInAs('member', { site: 'ridgeway', settings });
  await stage.settled();
  // The pole is beyond the edge of a web map.
  await stage.setPose({ position: [0, 0, -14e6], direction: [0, 0, 1], up: [1, 0, 0] });
  const south = await stage.picture();
  const pole = south.around(south.width / 2, south.height / 2, 40);
  expect(pole.r, 'Antarctica has no hole').toBeGreaterThan(pole.b + 20);

  await stage.setPose(fromSpace(15_000_000));
  const picture = await stage.picture();
  const corner = picture.around(20, picture.height - 20, 4);
  const middle = picture.around(picture.width / 2, picture.height / 2, 30);
  // Space is dark; the earth is not.
  expect(middle.r + middle.g + middle.b).toBeGreaterThan(corner.r + corner.g + corner.b + 40);

  const pins = page.getByRole('list', { name: 'Sites on the globe' });
  // They are within a pixel of each other.
  const both = pins.getByRole('button', { name: /^2 sites: .*Ridgeway Gas Plant/ });
  await expect(both).toBeVisible();
  const { width, height } = await stage.size();
  const pin = (await both.boundingBox())!;
  const canvas = (await stage.region.boundingBox())!;
  // Its point is at the site, which is in the middle; from that far it is a little smaller.
  expect(Math.abs(pin.x + pin.width / 2 - canvas.x - width / 2)).toBeLessThan(3);
  expect(Math.abs(pin.y + pin.height - canvas.y - height / 2)).toBeLessThan(4);
  expect(pin.width).toBeLessThan(30);

  await both.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Ridgeway Gas Plant' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Harbour Tank Farm' }).press('Enter');
  await stage.settled();
  const [east, north, up] = enuFromEcef((await stage.pose()).position);
  expect(Math.hypot(east, north)).toBeGreaterThan(1000);
  expect(up).toBeLessThan(5000);
  await expect(page.getByRole('link', { name: /Harbour Tank Farm/ })).toBeVisible();
  await expect(pins.getByRole('button')).toHaveCount(0);
});
