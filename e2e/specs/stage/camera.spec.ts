import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('drag, wheel and keys move the camera', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { settings: COARSE_MODEL });
  await stage.settled();
  const canvas = (await page.getByRole('application', { name: /^Screen 1/ }).boundingBox())!;

  await test.step('a drag keeps the grabbed point under the cursor', async () => {
    const from = { x: Math.round(canvas.width * 0.5), y: Math.round(canvas.height * 0.62) };
    const to = { x: from.x + 90, y: from.y + 40 };
    const grabbed = await stage.pickPoint(from.x, from.y);
    expect(grabbed).not.toBeNull();
    await page.mouse.move(canvas.x + from.x, canvas.y + from.y);
    await page.mouse.down();
    await page.mouse.move(canvas.x + to.x, canvas.y + to.y, { steps: 6 });
    await page.mouse.up();
    await stage.settled();
    const now = await stage.pickPoint(to.x, to.y);
    const apart = Math.hypot(...grabbed!.map((value, k) => value - now![k]!));
    // A pixel at this distance is about a third of a metre; finer tiles may have arrived on the way.
    expect(apart).toBeLessThan(0.6);
  });

  await test.step('the wheel goes towards what is under the cursor', async () => {
    const at = { x: Math.round(canvas.width * 0.55), y: Math.round(canvas.height * 0.6) };
    const target = (await stage.pickPoint(at.x, at.y))!;
    const distance = async () => Math.hypot(...(await stage.pose()).position.map((value, k) => value - target[k]!));
    const before = await distance();
    await page.mouse.move(canvas.x + at.x, canvas.y + at.y);
    await page.mouse.wheel(0, -300);
    await expect.poll(distance).toBeLessThan(before * 0.7);
    await stage.settled();
    const now = (await stage.pickPoint(at.x, at.y))!;
    expect(Math.hypot(...target.map((value, k) => value - now[k]!))).toBeLessThan(1);
  });

  await test.step('keys fly while the screen has focus, and only then', async () => {
    const start = await stage.pose();
    await page.getByRole('application', { name: /^Screen 1/ }).focus();
    await page.keyboard.down('KeyW');
    await expect.poll(async () => (await stage.pose()).position).not.toEqual(start.position);
    await page.keyboard.up('KeyW');
    await stage.settled();
    const stopped = await stage.pose();
    await stage.settled();
    expect(await stage.pose()).toEqual(stopped);
    await page.getByRole('button', { name: 'Home view' }).first().focus();
    await page.keyboard.press('KeyW');
    await stage.settled();
    expect(await stage.pose()).toEqual(stopped);
  });
});
