/** The model over the demo's photos, and a click in a photo on the model: pixels by pose and lens of the plant's description. */
import type { Locator, Page } from '@playwright/test';
import { type Vec3, distance, ecefFromLla, normalize, subtract } from '@overlook/shared/maths';
import { RIDGEWAY_PHOTOS } from '@overlook/server/demo/photos';
import { photoPixel } from '../../fixtures/photo-pixel.ts';
import { Picture } from '../../fixtures/picture.ts';
import { poseOf, ecefFromEnu, enuFromEcef } from '../../fixtures/plant.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';

/** From beside the pipe rack onto its pipes. */
const EYE: Vec3 = [20, -34, 9];
const DIRECTION = normalize(subtract([14, -10, 6], EYE));
const UP = normalize([-DIRECTION[0] * DIRECTION[2], -DIRECTION[1] * DIRECTION[2], 1 - DIRECTION[2] ** 2]);

const viewer = (page: Page) => page.getByRole('region', { name: 'Photo viewer' });
const rows = (page: Page) => page.getByRole('region', { name: 'Photos by what they see' }).getByRole('listitem');

/** The photo of the description with this name, and where it shows a point (metres east, north, up). */
function describedAt(name: string, point: Vec3) {
  const photo = RIDGEWAY_PHOTOS.find((one) => one.name === name)!;
  return { ...photo, pixel: photoPixel(photo, point) };
}

/** Names of the photos that see the point, from the list. */
async function namesSeeing(page: Page): Promise<string[]> {
  const seeing = rows(page).filter({ hasText: 'Sees it' });
  await expect(seeing.first()).toBeVisible();
  return seeing.evaluateAll((items) =>
    items.map((item) => /(?:Photo|Panosphere|Ground|Airborne) \d+/.exec(item.textContent ?? '')![0]),
  );
}

/** Middle of the blue disc that marks the point over the photo, CSS pixels of the page. */
async function markedPlace(page: Page): Promise<[number, number]> {
  let place: [number, number] | null = null;
  const find = async () => {
    place = await viewer(page)
      .locator('[data-photo-marks]')
      .evaluate((box) => {
        const canvas = box.querySelectorAll('canvas')[1]!;
        const { left, top, width } = canvas.getBoundingClientRect();
        if (canvas.width === 0 || width === 0) return null;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        let [count, sumX, sumY] = [0, 0, 0];
        for (let i = 0; i < data.length; i += 4) {
          const isBlue = data[i]! < 90 && data[i + 2]! > 200 && data[i + 3]! > 120;
          if (!isBlue) continue;
          count += 1;
          sumX += ((i / 4) % canvas.width) + 0.5;
          sumY += Math.floor(i / 4 / canvas.width) + 0.5;
        }
        const scale = width / canvas.width;
        return count > 0 ? [left + (scale * sumX) / count, top + (scale * sumY) / count] : null;
      });
    return place !== null;
  };
  await expect.poll(find).toBe(true);
  return place!;
}

const boxOf = async (locator: Locator) => (await locator.boundingBox())!;

test.use({ viewport: { width: 1280, height: 800 } });

test('marks lie at their pixels, a click in a photo finds its point, and the camera moves to the place of the photo', async ({
  page,
  signedInAs,
}) => {
  test.slow();
  const stage = await signedInAs('member', { site: 'ridgeway', settings: MODEL_ONLY, path: '/nearby' });
  await stage.settled();
  await stage.setPose(poseOf({ position: EYE, direction: DIRECTION, up: UP }));
  await stage.settled();
  const { width, height } = await stage.size();
  const middle = [Math.round(width / 2), Math.round(height / 2)] as const;
  const pointEcef = (await stage.pickPoint(...middle))!;
  const point = enuFromEcef(pointEcef);
  await stage.click(middle);
  await page.getByRole('button', { name: /sees? it$/ }).click();
  const names = await namesSeeing(page);

  await test.step('in a flat photo, zoomed to more than a pixel for each of its own', async () => {
    const inside = ({ pixel, lens }: ReturnType<typeof describedAt>) =>
      lens.projection === 'perspective' &&
      pixel !== null &&
      pixel.x > 200 &&
      pixel.y > 200 &&
      pixel.x < lens.widthPx - 200 &&
      pixel.y < lens.heightPx - 200;
    const shown = names.map((name) => describedAt(name, point)).find(inside)!;
    await rows(page).filter({ hasText: shown.name }).getByRole('button').first().click();
    const image = viewer(page).getByRole('img').first();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true);
    const expected = async (): Promise<[number, number]> => {
      const box = await boxOf(image);
      const scale = box.width / shown.lens.widthPx;
      return [box.x + scale * shown.pixel!.x, box.y + scale * shown.pixel!.y];
    };
    await page.mouse.move(...(await expected()));
    await expect(async () => {
      await page.mouse.wheel(0, -100);
      expect((await boxOf(image)).width).toBeGreaterThan(shown.lens.widthPx);
    }).toPass();
    const [place, right] = [await markedPlace(page), await expected()];
    expect(Math.hypot(place[0] - right[0], place[1] - right[1])).toBeLessThan(1);

    await page.mouse.click(...right);
    const found = await page.getByRole('status', { name: 'Point on the model' }).textContent();
    const [longitude, latitude, ground] = found!
      .replaceAll('−', '-')
      .match(/-?\d+\.\d+/g)!
      .map(Number);
    const foundEcef = ecefFromLla({ longitude: longitude!, latitude: latitude!, height: ground! });
    expect(distance(foundEcef, pointEcef)).toBeLessThan(0.15);

    await page.getByRole('button', { name: 'Look from here' }).click();
    await expect(page.getByRole('group', { name: 'Photo over the model' })).toBeVisible();
    const position = () => page.evaluate(() => window.overlook!.camera.pose().position);
    await expect.poll(async () => distance(await position(), ecefFromEnu(shown.position))).toBeLessThan(0.01);
    // The whole photo is visible: each of its pixels lies on the model where the pose and the lens of its camera put
    // it.
    await stage.settled();
    const { widthPx, heightPx } = shown.lens;
    const screen = await stage.size();
    const cssPerPixel = Math.min(screen.width / widthPx, screen.height / heightPx);
    const corners = [0.05, 0.95].map((across) => ({ x: across * widthPx, y: 0.95 * heightPx }));
    for (const pixel of [shown.pixel!, ...corners]) {
      const x = screen.width / 2 + (pixel.x - widthPx / 2) * cssPerPixel;
      const y = screen.height / 2 + (pixel.y - heightPx / 2) * cssPerPixel;
      const under = describedAt(shown.name, enuFromEcef((await stage.pickPoint(x, y))!)).pixel!;
      expect(Math.hypot(under.x - pixel.x, under.y - pixel.y) * cssPerPixel).toBeLessThan(1);
    }
    await stage.drag(middle, [middle[0] + 40, middle[1]]);
    await expect(page.getByRole('group', { name: 'Photo over the model' })).toHaveCount(0);
  });

  await test.step('in a panorama, which begins with the point in its middle', async () => {
    const name = names.find((one) => describedAt(one, point).lens.projection === 'equirectangular')!;
    const row = rows(page).filter({ hasText: name });
    const thumb = (await row.locator('img').getAttribute('src'))!;
    await row.getByRole('button').first().click();
    const panorama = page.getByRole('application', { name: `Panorama ${name}` });
    await expect(panorama).toHaveAttribute('aria-busy', 'false');
    const box = await boxOf(panorama);
    const right = [box.x + box.width / 2, box.y + box.height / 2] as const;
    const place = await markedPlace(page);
    expect(Math.hypot(place[0] - right[0], place[1] - right[1])).toBeLessThan(1);

    await page.getByRole('button', { name: 'Marks of the model' }).click();
    const answer = await page.request.get(thumb.replace(/thumb$/, 'native'));
    const native = await Picture.decode(await answer.body());
    const { pixel } = describedAt(name, point);
    const shot = await Picture.decode(await page.screenshot({ clip: box }));
    const [drawn, taken] = [
      shot.around(box.width / 2, box.height / 2, 3),
      native.around(pixel!.x - 0.5, pixel!.y - 0.5, 1),
    ];
    for (const part of ['r', 'g', 'b'] as const) expect(Math.abs(drawn[part] - taken[part])).toBeLessThan(16);
  });
});
