/** Public links, for people without an account: `/view/<secret>`. */
import type { JSHandle, Page } from '@playwright/test';
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { SIZES, expectAccessible, expectFits } from '../../fixtures/axe.ts';
import { Grant } from '../../fixtures/host-page.ts';
import { above, poseOf } from '../../fixtures/plant.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ hasStills: false });

const PASSWORD = 'harbour-loft-58';

type Api = NonNullable<OverlookViewerElement['api']>;

/** The viewer of the page, once it is open. */
async function ask<T>(page: Page, question: (api: Api) => T | Promise<T>): Promise<T> {
  const viewer = () => document.querySelector<OverlookViewerElement>('overlook-viewer')?.api;
  const api = (await page.waitForFunction(viewer)) as JSHandle<Api>;
  return (await api.evaluate(question)) as T;
}

async function open(page: Page, { token }: Grant): Promise<void> {
  await page.goto(`/view/${token}`);
  await ask(page, (api) => api.version);
}

/** Those of the buttons that are smaller than `least` or partly outside of the page. */
async function misplacedButtons(page: Page, least: number): Promise<string[]> {
  const { width, height } = page.viewportSize()!;
  const found: string[] = [];
  for (const button of await page.getByRole('button').all()) {
    const box = await button.boundingBox();
    if (!box) continue;
    const isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    if (isInside && Math.min(box.width, box.height) >= least) continue;
    found.push(`${await button.getAttribute('aria-label')}: ${JSON.stringify(box)}`);
  }
  return found;
}

for (const viewport of SIZES) {
  const isTouch = viewport.width < 640;
  test.describe(`${viewport.width} wide`, () => {
    test.use({ viewport, hasTouch: isTouch });

    test('a public link with a password opens with it alone, and names the site', async ({ page, request }) => {
      const { token } = await Grant.make(request, { kind: 'link', password: PASSWORD });
      await page.goto(`/view/${token}`);
      await expect(page.getByRole('heading', { name: VIEW_GRANTS_MESSAGES['grant.passwordWanted'] })).toBeVisible();
      await expect(page.getByLabel('Password')).toBeFocused();
      await expect(page).toHaveTitle('Overlook');
      await page.keyboard.type('harbour-loft-59');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(VIEW_GRANTS_MESSAGES['grant.passwordWrong']);
      await expectFits(page);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Open view' }).click();
      expect(await ask(page, (api) => api.site().slug)).toBe('ridgeway');
      await expect(page).toHaveTitle('Ridgeway Gas Plant');
    });

    test(
      'its controls are inside of the page, large enough and accessible',
      { tag: isTouch ? [] : '@long' },
      async ({ page, request }) => {
        await open(page, await Grant.make(request, { kind: 'link' }));
        await page.getByRole('button', { name: 'Measure distance' }).click();
        await page.getByRole('button', { name: 'Section box', exact: true }).click();
        await expect(page.getByRole('region', { name: 'Section box' })).toBeVisible();
        await expectFits(page);
        expect(await misplacedButtons(page, isTouch ? 44 : 24)).toEqual([]);
      },
    );
  });
}

test('shows only the controls that are granted', async ({ page, request }) => {
  const permissions = ['VIEW:TEXTURED', 'VIEW:POINTCLOUD', 'TOOLS:ANGLE'];
  await open(page, await Grant.make(request, { kind: 'link', permissions, controls: ['layers'] }));
  const tools = page.getByRole('toolbar', { name: 'Tools' }).getByRole('button');
  await expect(tools).toHaveCount(1);
  await expect(tools).toHaveAccessibleName('Measure angle');
  await expect(page.getByRole('radiogroup', { name: 'Layer' }).getByRole('radio')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Point Cloud' }).check();
  await expect.poll(() => ask(page, (api) => api.layers.shown())).toBe('points');
});

test('is worked with keys alone', async ({ page, request }) => {
  await open(page, await Grant.make(request, { kind: 'link' }));
  await ask(page, (api) => api.idle());
  const measure = page.getByRole('button', { name: 'Measure distance' });
  await measure.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Measure height' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(measure).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('application').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => ask(page, (api) => api.measurements.all()[0]?.points.length)).toBe(1);
  await page.getByRole('region', { name: 'Measure distance' }).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(measure).toBeFocused();
  await expectAccessible(page);
});

test('that is revoked while it is open ends by itself and reveals nothing about the site', async ({
  page,
  request,
}) => {
  const grant = await Grant.make(request, { kind: 'link' });
  await open(page, grant);
  await grant.revoke();
  const withdrawn = page.getByRole('heading', { name: VIEW_GRANTS_MESSAGES['grant.withdrawn'] });
  await expect(withdrawn).toBeVisible();
  await expect(page).toHaveTitle('Overlook');
  await expect(page.getByText('Ridgeway')).toHaveCount(0);
  await page.reload();
  await expect(withdrawn).toBeVisible();
  await expectFits(page);
});

test('of one view opens that view, and Home returns to it', async ({ page, request }) => {
  const { position, direction, up } = poseOf(above([0, 0, 0], 120));
  const cam = [...position, ...direction, ...up].join();
  const view = new URLSearchParams({ v: '1', site: 'ridgeway', cam, layers: '1' }).toString();
  await open(page, await Grant.make(request, { kind: 'link', view }));
  const isThere = async () => {
    const at = await ask(page, (api) => api.camera.pose().position);
    return Math.hypot(...at.map((value, axis) => value - position[axis]!)) < 0.01;
  };
  expect(await isThere()).toBe(true);
  expect(await ask(page, (api) => api.layers.shown())).toBe('points');
  await ask(page, (api) => api.camera.home());
  await expect.poll(isThere).toBe(false);
  await page.getByRole('button', { name: 'Home' }).click();
  await expect.poll(isThere).toBe(true);
});

test('that does not exist shows a message', async ({ page }) => {
  for (const secret of ['x'.repeat(43), 'a+b']) {
    await page.goto(`/view/${secret}`);
    await expect(page.getByRole('heading', { name: VIEW_GRANTS_MESSAGES['grant.unknown'] })).toBeVisible();
  }
});

test.describe('without WebGL 2', () => {
  test.use({ hasWebGl: false });

  test('says what to do', async ({ page, request }) => {
    const { token } = await Grant.make(request, { kind: 'link' });
    await page.goto(`/view/${token}`);
    await expect(page.getByRole('heading', { name: 'This browser cannot draw 3D models' })).toBeVisible();
    await expectFits(page);
  });
});
