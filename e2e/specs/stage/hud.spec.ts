/** The controls around the model are compared with the camera and the description. */
import { readFile } from 'node:fs/promises';
import { llaTexts, utmTexts } from '@overlook/shared/format';
import { add, llaFromEcef, mix } from '@overlook/shared/maths';
import { lookAt } from '@overlook/server/demo/home-pose';
import { RED_TANK, SAMPLE_POSES } from '@overlook/server/demo/truth';
import { Picture } from '../../fixtures/picture.ts';
import {
  above,
  facing,
  flatFace,
  middleOf,
  pointOnFace,
  poseOf,
  ecefFromEnu,
  enuFromEcef,
} from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const ON_ROOF = facing(ROOF, 25);
const OPENING = { site: 'ridgeway', pose: poseOf(ON_ROOF), settings: COARSE_MODEL };

test.use({ viewport: { width: 960, height: 560 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the minimap shows the camera, stays hidden once it is hidden, and a click flies there', async ({
  page,
  signedInAs,
}) => {
  const stage = await signedInAs('member', { ...OPENING, settings: { 'overlook.quality': 'speed' } });
  await stage.settled();
  const minimap = page.getByRole('region', { name: 'Minimap' });
  const marks = minimap.locator('svg[data-look]');
  await expect(marks).toHaveAttribute('data-look', 'footprint');
  await stage.setPose(poseOf(SAMPLE_POSES[0]!.pose));
  await expect(marks).toHaveAttribute('data-look', 'person');

  const map = minimap.getByRole('region', { name: 'Map of the site' });
  const { width, height } = (await map.boundingBox())!;
  const [east, north] = enuFromEcef((await stage.pose()).position);
  await map.click({ position: { x: width / 2 + 30, y: height / 2 } });
  await stage.settled();
  // Where the middle of the view meets the ground. A pixel of the map is a metre at its nearest zoom (17 of
  // tiles of 256 pixels, at this latitude).
  const { position, direction } = await stage.pose();
  const eye = enuFromEcef(position);
  const ahead = enuFromEcef(add(position, direction));
  const reach = eye[2] / (eye[2] - ahead[2]);
  const [seenEast, seenNorth] = mix(eye, ahead, reach);
  expect(Math.abs(seenEast - (east + 30 * 0.977))).toBeLessThan(2);
  expect(Math.abs(seenNorth - north)).toBeLessThan(2);

  await minimap.getByRole('button', { name: 'Hide minimap' }).click();
  await page.goto('/');
  await stage.settled();
  await expect(map).toHaveCount(0);
  await page.getByRole('button', { name: 'Show minimap' }).click();
  await expect(map).toBeVisible();
});

test(
  'the minimap has the plan of the site under all that is seen from above',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const pose = poseOf(above([0, 0, 0], 120));
    const picture = /\/textured\/.*\.webp$/;
    let sendPlan = (): void => undefined;
    const mayCome = new Promise<void>((resolve) => {
      sendPlan = resolve;
    });
    await page.context().route(picture, async (route) => {
      await mayCome;
      await route.continue();
    });
    const plan = page.waitForRequest(picture);
    // The base map has the plan, too.
    const settings = { 'overlook.quality': 'speed', 'overlook.globe': false };
    const stage = await signedInAs('member', { ...OPENING, pose, settings });
    await stage.settled();
    const asked = await plan;
    const minimap = page.getByRole('region', { name: 'Minimap' });
    await expect(minimap, 'its frame is there').toBeVisible();
    await expect(minimap.getByRole('region', { name: 'Map of the site' }), 'no empty map is shown').toBeHidden();
    sendPlan();
    expect((await asked.response())!.status()).toBe(200);
    const marks = minimap.locator('svg[data-look="footprint"]');
    await expect(marks).toBeVisible();

    const expectInside = async () => {
      const { width, height } = (await marks.boundingBox())!;
      const corners = await marks.locator('polygon').first().getAttribute('points');
      const points = corners!.split(' ').map((corner) => corner.split(',').map(Number));
      expect(points).toHaveLength(4);
      for (const [x, y] of points) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(height);
      }
      return width;
    };
    const small = await expectInside();
    await page.locator('#screen-1').press('Shift+M');
    await expect(minimap.getByRole('button', { name: 'Reduce minimap' })).toBeVisible();
    await expect.poll(expectInside).toBeGreaterThan(small);

    await page.reload();
    await stage.settled();
    await expect(minimap.getByRole('button', { name: 'Reduce minimap' })).toBeVisible();
  },
);

test('scale, compass and coordinates are true', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  const size = await stage.size();

  await test.step('the bar is as long as it says', async () => {
    const scale = page.getByRole('group', { name: 'Scale' });
    await expect(scale).toContainText(/^\d+\s(m|cm)$/);
    // It is written a moment after the view has settled.
    await expect(async () => {
      const [number, unit] = (await scale.innerText()).split(/\s/);
      const metres = Number(number) * (unit === 'cm' ? 0.01 : 1);
      const bar = (await scale.locator('span').nth(1).boundingBox())!;
      const [left, right] = [0, bar.width].map((x) => pointOnFace(ON_ROOF, [x, 0], size, ROOF));
      const truth = Math.hypot(...left!.map((value, k) => value - right![k]!));
      expect(Math.abs(metres / truth - 1)).toBeLessThan(0.02);
    }).toPass();
  });

  await test.step('the footer names a known pixel in both projections', async () => {
    const place = [Math.round(size.width * 0.4), Math.round(size.height * 0.6)] as const;
    const lla = llaFromEcef(ecefFromEnu(pointOnFace(ON_ROOF, place, size, ROOF)));
    const coordinates = page.getByLabel('Coordinates of the cursor');
    await stage.hover(place);
    for (const text of Object.values(llaTexts(lla))) await expect(coordinates).toContainText(text);
    await page.getByRole('combobox', { name: 'Projection' }).selectOption('UTM');
    await stage.hover([place[0] + 40, place[1]]);
    await stage.hover(place);
    for (const text of Object.values(utmTexts(lla))) await expect(coordinates).toContainText(text);
  });

  await test.step('the compass turns north up', async () => {
    const compass = page.getByRole('button', { name: /^Compass/ });
    const [east, north] = middleOf(ROOF);
    await stage.setPose(poseOf(lookAt([east - 30, north - 30, 30], middleOf(ROOF))));
    await expect(compass).toHaveAccessibleName('Compass, heading 45 degrees');
    await compass.click();
    await expect(compass).toHaveAccessibleName('Compass, heading 0 degrees');
    const { position, direction } = await stage.pose();
    const ahead = enuFromEcef(position.map((value, k) => value + direction[k]!) as [number, number, number]);
    expect(Math.abs(ahead[0] - enuFromEcef(position)[0])).toBeLessThan(0.001);
  });

  await test.step('the picture is drawn with the quality chosen in the footer', async () => {
    // The compass has turned the camera, which may still load tiles.
    await stage.settled();
    const coarse = await stage.stats();
    await page.getByRole('combobox', { name: 'Quality' }).selectOption('Maximum Quality');
    await stage.settled();
    expect((await stage.stats()).triangles).toBeGreaterThan(coarse.triangles * 1.5);
  });
});

test('help opens by its key, and gives the focus back', async ({ page, signedInAs }) => {
  const stage = await signedInAs('guest', OPENING);
  await stage.settled();
  await stage.region.focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog');
  await expect(help.getByRole('region', { name: 'Mouse' })).toBeVisible();
  await expect(help.getByRole('region', { name: 'Keys', exact: true })).toContainText('Home');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(stage.region).toBeFocused();
});

test('a screenshot is a JPEG with the marks on it', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', { ...OPENING, path: '/tools' });
  const tools = new Tools(page);
  await stage.settled();
  const { width, height } = await stage.size();
  const place = [Math.round(width * 0.8), Math.round(height * 0.6)] as const;
  const capture = async () => {
    await page.getByRole('button', { name: 'Screenshot' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'As shown' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^ridgeway-\d{4}-\d\d-\d\d-\d{6}\.jpg$/);
    const bytes = await readFile(await download.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    return Picture.decode(bytes);
  };
  const bare = await capture();
  expect([bare.width, bare.height]).toEqual([width, height]);
  await tools.openCard('Target Mode');
  await stage.click(place);
  await stage.settled();
  const marked = await capture();
  const [before, after] = [bare, marked].map((picture) => picture.around(...place, 3));
  expect(Math.abs(after!.b - before!.b) + Math.abs(after!.r - before!.r)).toBeGreaterThan(40);
  const elsewhere = [place[0], Math.round(height * 0.25)] as const;
  expect(Math.abs(marked.around(...elsewhere).r - bare.around(...elsewhere).r)).toBeLessThan(8);
});

test(
  'without the globe, a picture has the sky and the ground of the page at every size',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const [east, north] = enuFromEcef(ON_ROOF.position);
    const outwards = { position: [east, north, 60], direction: [0, -1, 0], up: [0, 0, 1] } as const;
    const stage = await signedInAs('member', { ...OPENING, pose: poseOf(outwards as never) });
    await stage.settled();
    await page.getByRole('button', { name: 'Screenshot' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '1920 × 1080' }).click();
    const large = await Picture.decode(await readFile(await (await saved).path()));
    // --stage-sky and --stage-ground; the gradient ends at 45 % of the height.
    for (const picture of [await stage.picture(), large]) {
      for (const [share, colour] of [
        [0.01, { r: 0x59, g: 0x60, b: 0x68 }],
        [0.48, { r: 0x3a, g: 0x3f, b: 0x45 }],
      ] as const) {
        const found = picture.around(picture.width / 4, picture.height * share);
        for (const channel of ['r', 'g', 'b'] as const) expect(found[channel]).toBeCloseTo(colour[channel], -0.8);
      }
    }
  },
);

test(
  'from inside a tank the view upwards is drawn, and the cutting plane removes near parts',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const [east, north] = RED_TANK.centreEnu;
    // Under the roof, a little aside of its middle.
    const inside = { position: [east + 3, north, 4], direction: [0, 0, 1], up: [0, 1, 0] } as const;
    const stage = await signedInAs('member', { ...OPENING, pose: poseOf(inside as never) });
    await stage.settled();
    const picture = await stage.picture();
    expect(picture.distinctColours()).toBeGreaterThan(3);
    expect((await stage.stats()).triangles).toBeGreaterThan(0);

    await stage.setPose(poseOf(facing(ROOF, 5)));
    const { width, height } = await stage.size();
    const heightUnder = async () => enuFromEcef((await stage.pickPoint(width / 2, height / 2))!)[2];
    expect(await heightUnder()).toBeCloseTo(middleOf(ROOF)[2], 2);
    const slider = page.getByRole('slider', { name: 'Cutting plane' });
    for (let metres = 1; metres < 6; metres++) await slider.press('ArrowRight');
    await expect(slider).toHaveValue('6');
    await stage.settled();
    expect(await heightUnder()).toBeLessThan(middleOf(ROOF)[2] - 1);
    await page.getByRole('button', { name: 'Reset the cutting plane' }).click();
    await stage.settled();
    expect(await heightUnder()).toBeCloseTo(middleOf(ROOF)[2], 2);
  },
);

test('a screenshot at a chosen size shows the same view, finer', { tag: '@long' }, async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  const shown = await stage.picture();
  await page.getByRole('button', { name: 'Screenshot' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '1920 × 1080' }).click();
  await expect(page.getByRole('button', { name: 'Cancel the screenshot' })).toBeVisible();
  const large = await Picture.decode(await readFile(await (await saved).path()));
  expect([large.width, large.height]).toEqual([1920, 1080]);
  // The height of the view is the same angle in both; beside the middle the wider one shows more.
  const scale = large.height / shown.height;
  for (const [dx, dy] of [
    [0, 0],
    [60, 40],
    [-80, 30],
  ] as const) {
    const small = shown.around(shown.width / 2 + dx, shown.height / 2 + dy, 6);
    const big = large.around(large.width / 2 + dx * scale, large.height / 2 + dy * scale, 6 * scale);
    expect(Math.abs(small.r - big.r) + Math.abs(small.g - big.g) + Math.abs(small.b - big.b)).toBeLessThan(40);
  }
  await expect(page.getByRole('button', { name: 'Screenshot' })).toBeVisible();
});

test(
  'the prompt of a tool lies over nothing else, however wide the screen is',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 1440, height: 420 });
    await signedInAs('admin', { ...OPENING, path: '/mocs/add' });
    const prompt = page.locator('p').filter({ hasText: 'Click a point on the model to create a MOC at that location' });
    await expect(prompt).toBeVisible();
    const others = [
      page.getByRole('radiogroup', { name: 'Layer' }),
      page.getByRole('button', { name: 'Open a point cloud file' }),
      page.getByRole('button', { name: /^Compass/ }),
    ];
    const overlaps = async () => {
      const box = (await prompt.boundingBox())!;
      const found: string[] = [];
      for (const other of others) {
        const it = (await other.boundingBox())!;
        const isBeside = it.x >= box.x + box.width || it.x + it.width <= box.x;
        if (!isBeside && it.y < box.y + box.height && it.y + it.height > box.y) found.push(String(other));
      }
      return found;
    };
    for (let width = 1180; width <= 2140; width += 60) {
      await page.setViewportSize({ width, height: 420 });
      await expect.poll(overlaps, { message: `${width} px` }).toEqual([]);
    }
  },
);
