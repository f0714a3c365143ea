/** A photo of the demo plant in its viewer: by wheel and two fingers, when it cannot be loaded, downloaded, and from its billboard. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { lookAt } from '@overlook/server/demo/home-pose';
import { RIDGEWAY_PHOTOS } from '@overlook/server/demo/photos';
import { RED_TANK } from '@overlook/server/demo/truth';
import { pixelOf, poseOf, enuFromEcef } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';

const viewer = (page: Page) => page.getByRole('region', { name: 'Photo viewer' });
const nameShown = (page: Page) => viewer(page).getByRole('heading').locator('span').first();
const large = (page: Page) => viewer(page).locator('img[alt]:not([alt=""])').first();

/** Pictures in every size, and tiles. */
const PICTURES = '**/api/files/snapshots/**';

const [EAST, NORTH] = RED_TANK.centreEnu;
/** From the south-east and high above, so that billboards are apart. */
const VIEW = lookAt([EAST + 70, NORTH - 80, 90], [EAST + 20, NORTH, 0]);

/** Opens the photos around the middle of the view; returns that point (metres east, north, up). */
async function openPhotos(page: Page, stage: StageDriver): Promise<Vec3> {
  await stage.settled();
  await expect(page.getByText('Click on the model to show nearby photos around that location')).toBeVisible();
  await stage.settled();
  const { width, height } = await stage.size();
  const place = [Math.round(width / 2), Math.round(0.3 * height)] as const;
  const point = await stage.pickPoint(...place);
  await stage.click(place);
  await expect(viewer(page)).toBeVisible();
  return enuFromEcef(point!);
}

/** Goes to the first photo that is no panorama. */
async function showFlat(page: Page): Promise<Locator> {
  const turn = page.getByRole('button', { name: 'Turn left' });
  for (let step = 0; step < 20 && !(await turn.isVisible()); step++)
    await page.getByRole('button', { name: 'Next photo' }).click();
  const group = viewer(page).getByRole('group', { name: /^Photo / });
  await expect(group).toBeVisible();
  return group;
}

const OPENING = { site: 'ridgeway', settings: COARSE_MODEL, path: '/nearby', pose: poseOf(VIEW) } as const;

test.describe('by mouse', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the wheel zooms to the point under it, and a double click shows the whole photo', async ({
    page,
    signedInAs,
  }) => {
    await openPhotos(page, await signedInAs('member', OPENING));
    const group = await showFlat(page);
    const picture = large(page);
    await expect(picture).toHaveAttribute('data-shown', 'true');
    const [before, box] = [(await picture.boundingBox())!, (await group.boundingBox())!];
    const at = { x: box.x + 0.7 * box.width, y: box.y + 0.4 * box.height };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -600);
    const zoomed = async () => (await picture.boundingBox())!.width / before.width;
    await expect.poll(zoomed).toBeCloseTo(Math.exp(0.9), 1);
    const after = (await picture.boundingBox())!;
    // The place of the photo under the mouse is the same as before.
    expect((at.x - after.x) / after.width).toBeCloseTo((at.x - before.x) / before.width, 2);
    expect((at.y - after.y) / after.height).toBeCloseTo((at.y - before.y) / before.height, 2);
    await page.mouse.dblclick(at.x, at.y);
    await expect.poll(zoomed).toBeCloseTo(1, 2);
  });

  test('a photo that cannot be loaded says so, can be loaded again, and does not stop the others', async ({
    page,
    signedInAs,
  }) => {
    await page.route('**/api/files/snapshots/*/large', (route) => route.abort());
    await openPhotos(page, await signedInAs('member', OPENING));
    await showFlat(page);
    const broken = viewer(page).getByRole('alert');
    await expect(broken).toContainText('This photo could not be loaded');
    await page.unroute('**/api/files/snapshots/*/large');
    await broken.getByRole('button', { name: 'Retry' }).click();
    await expect(large(page)).toHaveAttribute('data-shown', 'true');
    await expect(broken).toHaveCount(0);
    const name = await nameShown(page).textContent();
    await page.getByRole('button', { name: 'Next photo' }).click();
    await expect(nameShown(page)).not.toHaveText(name!);
  });

  test('a panorama that cannot be loaded is tried again', { tag: '@long' }, async ({ page, signedInAs }) => {
    await page.route(PICTURES, (route) => route.abort());
    await openPhotos(page, await signedInAs('member', OPENING));
    const panorama = viewer(page).getByRole('application', { name: /^Panorama / });
    for (let step = 0; step < 20 && !(await panorama.isVisible()); step++)
      await page.getByRole('button', { name: 'Next photo' }).click();
    const broken = viewer(page).getByRole('alert');
    await expect(broken).toContainText('This photo could not be loaded');
    await page.unroute(PICTURES);
    await broken.getByRole('button', { name: 'Retry' }).click();
    await expect(broken).toHaveCount(0);
    await expect(panorama).toHaveAttribute('aria-busy', 'false');
  });

  test('the download is the file as it was delivered', { tag: '@long' }, async ({ page, signedInAs }) => {
    await openPhotos(page, await signedInAs('member', OPENING));
    await showFlat(page);
    const link = page.getByRole('link', { name: 'Download the photo' });
    const native = await page.request.get((await link.getAttribute('href'))!);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toContain(await nameShown(page).textContent());
    expect((await readFile(await download.path())).equals(await native.body())).toBe(true);
  });

  test(
    'a click on a billboard shows its photo and searches nothing',
    { tag: '@long' },
    async ({ page, signedInAs }) => {
      const stage = await signedInAs('member', OPENING);
      const point = await openPhotos(page, stage);
      await stage.settled();
      const size = await stage.size();
      const found = RIDGEWAY_PHOTOS.filter(({ position }) => distance(position, point) <= 200)
        .toSorted((a, b) => distance(a.position, point) - distance(b.position, point))
        .slice(0, 20)
        .map(({ name, position }) => ({ name, at: pixelOf(position, VIEW, size) }));
      const apart = ([x, y]: readonly number[], [u, v]: readonly number[]) => Math.hypot(x! - u!, y! - v!);
      const free = found.filter(
        ({ name, at }) =>
          at[0]! > 60 &&
          at[0]! < size.width - 60 &&
          at[1]! > 160 &&
          at[1]! < size.height - 60 &&
          found.every((other) => other.name === name || apart(other.at, at) > 110),
      );
      expect(free.length).toBeGreaterThan(0);
      const shown = await nameShown(page).textContent();
      const chosen = free.find(({ name }) => name !== shown)!;
      const searches: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('snapshots.nearby')) searches.push(request.url());
      });
      await stage.click([Math.round(chosen.at[0]!), Math.round(chosen.at[1]!) - 30]);
      await expect(nameShown(page)).toHaveText(chosen.name);
      expect(searches).toEqual([]);
    },
  );
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('two fingers zoom the photo, and a swipe of one finger shows the next', async ({ page, signedInAs }) => {
    await openPhotos(page, await signedInAs('member', OPENING));
    const group = await showFlat(page);
    const picture = large(page);
    await expect(picture).toHaveAttribute('data-shown', 'true');
    const [before, box] = [(await picture.boundingBox())!, (await group.boundingBox())!];
    const middle = { x: box.x + box.width / 2, y: box.y + 0.3 * box.height };
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', offsets: readonly number[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: offsets.map((dx, id) => ({ x: middle.x + dx, y: middle.y, id })),
      });
    await touch('touchStart', [-20, 20]);
    for (const half of [25, 30, 35, 40]) await touch('touchMove', [-half, half]);
    await touch('touchEnd', []);
    await expect.poll(async () => (await picture.boundingBox())!.width / before.width).toBeCloseTo(2, 1);

    await group.focus();
    await page.keyboard.press('0');
    await expect.poll(async () => (await picture.boundingBox())!.width / before.width).toBeCloseTo(1, 2);
    const name = await nameShown(page).textContent();
    await touch('touchStart', [60]);
    for (const dx of [40, 10, -20, -50]) await touch('touchMove', [dx]);
    await touch('touchEnd', []);
    await expect(nameShown(page)).not.toHaveText(name!);
  });
});
