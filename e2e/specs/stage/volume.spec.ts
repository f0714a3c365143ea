/** The stockpile of the demo, whose volume its description states: the rim is clicked, the exact points are measured. */
import { RIDGEWAY_CHANGES, STOCKPILE } from '@overlook/server/demo/ridgeway-changes';
import { expectAccessible } from '../../fixtures/axe.ts';
import { above, pixelOf, poseOf } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const { east, north, radius } = STOCKPILE.after;
const POSE = above([east, north, 0], 30);
const TRUE_M3 = RIDGEWAY_CHANGES.find((change) => change.kind === 'grown')!.volumesM3.after;
/** Corners of the rim, on the ground around the pile. */
const RIM = [0, 60, 120, 180, 240, 300].map((degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [east + (radius + 2) * Math.cos(angle), north + (radius + 2) * Math.sin(angle), 0] as const;
});

test.use({ viewport: { width: 1040, height: 760 } });

test('a stockpile has its volume over the plane through its rim', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', {
    site: 'ridgeway',
    path: '/tools',
    pose: poseOf(POSE),
    settings: COARSE_MODEL,
  });
  const tools = new Tools(page);
  await tools.openCard('Volume');
  const card = tools.card('Volume');
  const measure = card.getByRole('button', { name: 'Measure volume' });
  await expect(measure).toBeDisabled();
  await stage.settled();
  const size = await stage.size();
  for (const corner of RIM) await stage.click(pixelOf([...corner], POSE, size).map(Math.round) as [number, number]);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('combobox', { name: 'Base' })).toHaveValue('plane');
  await measure.click();
  const fill = card.locator('dt', { hasText: 'Fill, above the base' }).locator('xpath=following-sibling::dd[1]');
  await expect(fill).toContainText('m³', { timeout: 30_000 });
  expect(Math.abs(Number.parseFloat(await fill.innerText()) / TRUE_M3 - 1)).toBeLessThan(0.015);
  await expect(card).toContainText('Effect of twice the step');
  await expectAccessible(page);

  await test.step('another base makes it out of date', async () => {
    await card.getByRole('combobox', { name: 'Base' }).selectOption('rim');
    await expect(card).toContainText('The rim or the base has changed');
    await expect(fill).toBeHidden();
  });
});
