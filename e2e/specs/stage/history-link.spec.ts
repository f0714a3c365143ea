/** Where the camera has been, where it was left, and views that are passed on by their address. */
import { distance } from '@overlook/shared/maths';
import { CAD, SHADED, above, facing, flatFace, middleOf, poseOf } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const POSES = [facing(ROOF, 20), above(middleOf(ROOF), 40), facing(flatFace('Control room west wall'), 20)].map(poseOf);
const [FIRST, SECOND, THIRD] = POSES as [(typeof POSES)[0], (typeof POSES)[0], (typeof POSES)[0]];
const OPENING = { site: 'ridgeway', pose: FIRST, settings: COARSE_MODEL };

test.use({ viewport: { width: 960, height: 560 }, permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test(
  'back and forward lead through the places, and a reload to the last',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', OPENING);
    await stage.settled();
    const [back, forward] = ['Camera back', 'Camera forward'].map((name) => page.getByRole('button', { name }));
    const expectAt = async (pose: typeof FIRST) =>
      expect.poll(async () => distance((await stage.pose()).position, pose.position)).toBeLessThan(0.001);
    await expectAt(FIRST);
    await expect(back!).toBeDisabled();
    await expect(forward!).toBeDisabled();
    for (const pose of [SECOND, THIRD]) await stage.setPose(pose);
    await back!.click();
    await expectAt(SECOND);
    await expect(forward!).toBeEnabled();
    await stage.region.focus();
    await page.keyboard.press('BracketLeft');
    await expectAt(FIRST);
    await expect(back!).toBeDisabled();
    await page.keyboard.press('BracketRight');
    await expectAt(SECOND);
    await stage.settled();

    await test.step('a move throws away what lay ahead', async () => {
      await stage.setPose({ ...THIRD, position: FIRST.position });
      await expect(forward!).toBeDisabled();
      await back!.click();
      await expectAt(SECOND);
      await stage.settled();
    });

    await test.step('a reload begins where the camera was', async () => {
      await page.goto('/');
      await stage.settled();
      await expectAt(SECOND);
    });
  },
);

test('an invalid stored place is logged and ignored', { tag: '@long' }, async ({ page, signedInAs }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const logged = () => warnings.filter((text) => text.startsWith('The stored camera position of site')).length;
  const centreOfTheEarth = { ...FIRST, position: [0, 0, 0] };
  const stage = await signedInAs('guest', {
    site: 'ridgeway',
    pose: centreOfTheEarth as never,
    settings: COARSE_MODEL,
  });
  await stage.settled();
  expect(logged()).toBe(1);
  expect(distance((await stage.pose()).position, FIRST.position)).toBeLessThan(1000);

  for (const [index, stored] of [null, { ...FIRST, position: ['NaN', 0, 0] }].entries()) {
    // Leaving the viewer stores its camera, so the test writes its own value after that.
    await page.goto('/readyz');
    await page.evaluate((pose) => {
      const siteId = localStorage.getItem('overlook.selected-site')!;
      localStorage.setItem('overlook.camera-positions', JSON.stringify({ [siteId]: pose }));
    }, stored);
    await page.goto('/');
    await expect.poll(logged).toBe(index + 2);
  }
  await stage.settled();
  expect(distance((await stage.pose()).position, FIRST.position)).toBeLessThan(1000);
});

test('an address brings back the whole view', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { ...OPENING, path: '/tools' });
  const tools = new Tools(page);
  await stage.settled();
  await stage.setLayer(CAD);
  const { width, height } = await stage.size();
  const clickAt = async (...places: (readonly [number, number])[]) => {
    for (const [u, v] of places) await stage.click([Math.round(width * u), Math.round(height * v)]);
  };
  await clickAt([0.7, 0.6], [0.8, 0.35]);
  await page.keyboard.press('Enter');
  await stage.settled();
  const value = tools.card('Measure Mode').getByText(/^in one leg$/);
  await expect(value).toBeVisible();
  const [before] = await tools.exported();
  await tools.openCard('Target Mode');
  await clickAt([0.6, 0.7]);
  await tools.openCard('Angle Measure Mode');
  await clickAt([0.55, 0.8], [0.65, 0.8], [0.75, 0.7]);
  const [angle] = await tools.exported();
  await tools.button('Close').click();
  await page.getByRole('slider', { name: 'Cutting plane' }).press('ArrowRight');
  await page.getByRole('switch', { name: 'Section box' }).click();
  await stage.setPose(SECOND);
  await expect(page).toHaveURL(/box=/);
  await expect(page).toHaveURL(/m=/);
  await expect(page).toHaveURL(/cut=2/);
  const sizeField = page.getByRole('spinbutton', { name: 'Size east' });
  const side = await sizeField.inputValue();
  await expect.poll(() => new URL(page.url()).searchParams.get('cam')?.split(',').length).toBe(9);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // It names the date that is shown; the address follows the newest captures.
  const { searchParams } = new URL(link);
  expect(searchParams.get('at')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  searchParams.delete('at');
  expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(new URL(page.url()).searchParams));

  await page.evaluate(() => localStorage.removeItem('overlook.camera-positions'));
  await page.goto('about:blank');
  await page.goto(link);
  await stage.settled();
  expect(await stage.layer()).toBe(CAD);
  expect(distance((await stage.pose()).position, SECOND.position)).toBeLessThan(0.002);
  await expect(page.getByRole('slider', { name: 'Cutting plane' })).toHaveValue('2');
  await expect(sizeField).toHaveValue(side);
  await page.getByRole('link', { name: 'Tools' }).click();
  const [after] = await tools.exported();
  expect(after!.properties.lengthMetres).toBeCloseTo(before!.properties.lengthMetres!, 2);
  await tools.openCard('Target Mode');
  await expect(tools.card('Target Mode').getByRole('listitem')).toHaveCount(1);
  await tools.openCard('Angle Measure Mode');
  const [angleAfter] = await tools.exported();
  expect(angleAfter!.properties.angleDegrees).toBeCloseTo(angle!.properties.angleDegrees!, 1);
});

for (const { what, query, says, layer } of [
  {
    what: 'a layer that is not open to the guest',
    query: `v=1&site=ridgeway&layers=3,${SHADED}`,
    says: 'Some layers of the link are not open to you and were left out',
    layer: 3,
  },
  {
    what: 'a site that is not there',
    query: 'v=1&site=atlantis&layers=3',
    says: 'The link leads to a site that is not open to you',
    layer: 3,
  },
  {
    what: 'nonsense',
    query: 'v=1&site=ridgeway&cam=1,2,NaN&box=x&planes=1,2&layers=3&m=%7B',
    says: 'The link could not be read',
    layer: 3,
  },
]) {
  test(
    `a link to ${what} says so, and the rest of it works`,
    { tag: what === 'nonsense' ? [] : '@long' },
    async ({ page, signedInAs }) => {
      const stage = await signedInAs('guest', { ...OPENING, path: `/?${query}` });
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(says);
      await stage.settled();
      expect(await stage.layer()).toBe(layer);
      expect(distance((await stage.pose()).position, FIRST.position)).toBeLessThan(0.001);
      expect((await stage.stats()).triangles).toBeGreaterThan(0);
    },
  );
}
