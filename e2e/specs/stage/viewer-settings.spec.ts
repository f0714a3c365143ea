/** What Account settings change in the viewer: mouse, units and base map. */
import type { Page } from '@playwright/test';
import type { Vec3 } from '@overlook/shared/maths';
import { facing, flatFace, poseOf } from '../../fixtures/plant.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const OPENING = { site: 'ridgeway', pose: poseOf(facing(ROOF, 30)), settings: COARSE_MODEL };

test.use({ viewport: { width: 1040, height: 560 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function choose(page: Page, setting: string, value: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('radiogroup', { name: setting }).getByText(value, { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radiogroup', { name: setting })).toHaveCount(0);
}

const apart = (a: Vec3, b: Vec3): number => Math.hypot(...a.map((value, k) => value - b[k]!));

/** How far a drag from the middle moves the camera, and turns it. */
async function dragged(stage: StageDriver): Promise<{ turned: number; moved: number }> {
  const { width, height } = await stage.size();
  const before = await stage.pose();
  await stage.drag([width / 2, height / 2], [width / 2 + 80, height / 2 + 30]);
  await stage.settled();
  const after = await stage.pose();
  return { turned: apart(before.direction, after.direction), moved: apart(before.position, after.position) };
}

test('the mouse drags the map, or turns the model', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
  await stage.settled();
  const map = await dragged(stage);
  expect(map.turned).toBeLessThan(1e-3);
  expect(map.moved).toBeGreaterThan(1);
  await choose(page, 'Mouse', 'CAD');
  await stage.settled();
  expect((await dragged(stage)).turned).toBeGreaterThan(0.05);
});

test('lengths are shown in feet where the person chose feet, and files stay in metres', async ({
  page,
  signedInAs,
}) => {
  const stage = await signedInAs('member', { ...OPENING, path: '/tools' });
  await stage.settled();
  const { width, height } = await stage.size();
  for (const share of [0.42, 0.58]) await stage.click([Math.round(width * share), Math.round(height / 2)]);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('group', { name: 'Tools' });
  const total = async (): Promise<number> =>
    Number.parseFloat((await panel.innerText()).match(/([\d.]+)\s(?:m|ft)\b/)![1]!);
  const metres = await total();
  await choose(page, 'Units', 'Imperial');
  await page.getByRole('link', { name: 'Tools' }).click();
  await expect(panel).toContainText(/\d\sft/);
  expect((await total()) / metres).toBeCloseTo(1 / 0.3048, 1);
  expect((await new Tools(page).exported())[0]!.properties.lengthMetres).toBeCloseTo(metres, 1);
});

/** From far above, with the base map. */
const OVER_MAP = {
  ...OPENING,
  settings: { ...COARSE_MODEL, 'overlook.globe': true },
  pose: poseOf(facing(ROOF, 3000)),
};

/** Configures a base map that is purple all over. The result counts the requests of its style. */
async function configureMap(page: Page): Promise<{ requests: number }> {
  const style = `${ORIGIN}/imagery-style.json`;
  const background = { id: 'background', type: 'background', paint: { 'background-color': '#c01080' } };
  const counted = { requests: 0 };
  await page.route(style, (route) => {
    counted.requests += 1;
    return route.fulfill({ json: { version: 8, sources: {}, layers: [background] } });
  });
  await page.route(/instance\.info/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"basemapStyleUrl":null', `"basemapStyleUrl":"${style}"`);
    await route.fulfill({ response: answer, body });
  });
  return counted;
}

/** Whether the purple map is seen beside the plant. */
async function isConfiguredMap(stage: StageDriver): Promise<boolean> {
  const picture = await stage.picture();
  const { r, g } = picture.around(30, picture.height - 30, 6);
  return r > g + 60;
}

test('the base map is the configured one, or the offline map; the choice is kept', async ({ page, signedInAs }) => {
  const style = await configureMap(page);
  const stage = await signedInAs('member', OVER_MAP);
  await stage.settled();
  expect(await isConfiguredMap(stage)).toBe(true);
  await choose(page, 'Base map', 'Offline map');
  await stage.settled();
  expect(await isConfiguredMap(stage)).toBe(false);
  const before = style.requests;
  await page.reload();
  await stage.settled();
  expect(await isConfiguredMap(stage)).toBe(false);
  expect(style.requests).toBe(before);
});

test('the base map does not wait for models that cannot be loaded', async ({ page, signedInAs }) => {
  await configureMap(page);
  await page.route('**/api/files/models/**/tileset.json', (route) => route.fulfill({ status: 404, body: '' }));
  // The map would appear after this time in any case.
  await page.addInitScript((longestWaitMs) => {
    const { setTimeout } = window;
    window.setTimeout = ((task: TimerHandler, ms?: number, ...values: unknown[]) =>
      ms === longestWaitMs ? 0 : setTimeout(task, ms, ...values)) as typeof setTimeout;
  }, 5000);
  const stage = await signedInAs('member', OVER_MAP);
  await expect(page.getByText('The model could not be loaded').first()).toBeVisible();
  // The message may come before the stage has begun.
  await page.waitForFunction(() => window.overlook?.screens[0]);
  await expect.poll(() => isConfiguredMap(stage)).toBe(true);
});
