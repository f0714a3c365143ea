/** The box of an export on the model, by mouse, keys and touch, and the request that it makes. */
import type { Page } from '@playwright/test';
import { type Vec3, cross, distance, length, subtract, transformPoint } from '@overlook/shared/maths';
import type { Download, ExportBox, Pointcloud } from '@overlook/shared/schemas';
import { readStrictE57 } from '@overlook/server/pointclouds/formats-out/testing/strict-e57';
import { readStrictLas } from '@overlook/server/pointclouds/formats-out/testing/strict-las';
import { readStrictPts } from '@overlook/server/pointclouds/formats-out/testing/strict-pts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { cloudPointsIn, inMillimetres } from '../../fixtures/cloud-points.ts';
import { above, flatFace, middleOf, pixelOf, poseOf, ecefFromEnu, enuFromEcef } from '../../fixtures/plant.ts';
import { readGlbTriangles } from '../../fixtures/glb-triangles.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = middleOf(flatFace('Control room roof deck'));
const VIEW = above(ROOF, 12);
const OPENING = { site: 'ridgeway', pose: poseOf(VIEW), settings: COARSE_MODEL };
/** Half of the side of a new box. */
const HALF = 1.25;
/** Metres: the coarse model's own error at the roof, and a pixel of the view. */
const NEAR = 0.1;
/** Metres that a point of a file may lie outside of the box: it is written to the millimetre. */
const ROUNDING = 0.002;

const field = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });
/** The live region says it, too. */
const estimate = (page: Page) => page.getByRole('form', { name: 'Export' }).getByText(/^About [\d,]+ points/);
const sizes = (page: Page) =>
  Promise.all(['east', 'north', 'up'].map(async (way) => Number(await field(page, `Size ${way}`).inputValue())));
/** The server's answer about the demo plant's exports or cloud. */
async function answerOf<T>(page: Page, address: 'downloads' | 'get'): Promise<T> {
  const token: unknown = JSON.parse((await page.evaluate(() => localStorage.getItem('overlook.session-token')))!);
  const headers = { authorization: `Bearer ${String(token)}` };
  const answer = await page.request.post(`/api/pointgrab/${address}`, { headers, data: { siteSlug: 'ridgeway' } });
  return (await answer.json()) as T;
}
/** The box of the export of this description, as the server has it. */
async function askedFor(page: Page, description: string): Promise<ExportBox> {
  const { downloads } = await answerOf<{ downloads: Download[] }>(page, 'downloads');
  return downloads.find((download) => download.description === description)!.box;
}

const centreOf = ({ centerX, centerY, centerZ }: ExportBox): Vec3 => [centerX, centerY, centerZ];
const areaOfTriangle = ([a, b, c]: readonly [Vec3, Vec3, Vec3]): number =>
  length(cross(subtract(b, a), subtract(c, a))) / 2;
const unique = (word: string): string => `${word} ${Date.now().toString(36)}`;
const at = (offset: Vec3): Vec3 => [ROOF[0] + offset[0], ROOF[1] + offset[1], ROOF[2] + offset[2]];

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the box is placed on the dark stage by a click, cuts the model, and returns with the panel', async ({
    page,
    signedInAs,
  }) => {
    const description = unique('Roof of the control room');
    const stage = await signedInAs('admin', OPENING);
    await stage.settled();
    await stage.region.focus();
    await page.keyboard.press('x');
    await expect(page.getByRole('heading', { name: 'PointGrab' })).toBeFocused();
    await stage.panelDocked();
    await expect(page).toHaveTitle(/^PointGrab/);
    await expect(estimate(page)).toBeVisible();
    expect(await sizes(page)).toEqual([2.5, 2.5, 2.5]);
    await expect(page.getByLabel('Volume')).toHaveText(/^15\.6\d.m³$/);
    // The bar of the section would repeat the same text.
    await expect(page.getByRole('region', { name: 'Section box' })).toHaveCount(0);
    await stage.settled();
    const beside = async () => {
      const place = pixelOf(at([2.5, 0, 0]), VIEW, await stage.size());
      const point = await stage.pickPoint(...place);
      return point ? distance(point, ecefFromEnu(at([2.5, 0, 0]))) : Infinity;
    };
    expect(await beside(), 'the roof beside the box is shown').toBeLessThan(NEAR);
    await page.getByRole('radiogroup', { name: 'Outside the box' }).getByText('Hidden').click();
    await stage.settled();
    expect(await beside(), 'the roof beside the box is cut').toBeGreaterThan(1);

    await field(page, 'Size up').fill('4');
    await field(page, 'Size up').press('Enter');
    await page.getByRole('textbox', { name: 'Description' }).fill(description);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('switch', { name: 'Section box' })).not.toBeChecked();

    await page.reload();
    await stage.settled();
    await page.getByRole('link', { name: 'PointGrab' }).click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(description);
    expect(await sizes(page)).toEqual([2.5, 2.5, 4]);
    const told = await estimate(page).textContent();
    const estimated = Number(/[\d,]+/.exec(told!)![0].replaceAll(',', ''));

    const file = await test.step('it is exported, with the points that are in it', async () => {
      await page.getByText('E57', { exact: true }).click();
      await page.getByText('PTS', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Coordinates' }).selectOption('ecef');
      await page.getByRole('button', { name: 'Submit export' }).click();
      await expect(page.getByText('Your point cloud export request was successfully submitted')).toBeVisible();
      await page.getByRole('button', { name: 'Show downloads' }).click();
      const link = page.getByRole('link', { name: `Download ${description}, PTS` });
      await expect(link).toBeVisible({ timeout: 60_000 });
      await expectAccessible(page);
      const answer = await page.request.get((await link.getAttribute('href'))!);
      expect(answer.status()).toBe(200);
      return answer.text();
    });
    const [head, ...lines] = file.trimEnd().split(/\r?\n/);
    expect(lines).toHaveLength(Number(head));
    expect(Math.abs(lines.length / estimated - 1)).toBeLessThan(0.25);
    const centre = centreOf(await askedFor(page, description));
    expect(distance(centre, ecefFromEnu(ROOF))).toBeLessThan(NEAR);
    const farthest: Vec3 = [0, 0, 0];
    for (const line of lines) {
      const [x, y, z] = line.split(' ').map(Number) as Vec3;
      for (const [axis, metres] of subtract(enuFromEcef([x, y, z]), enuFromEcef(centre)).entries())
        farthest[axis] = Math.max(farthest[axis]!, Math.abs(metres));
    }
    for (const [axis, half] of [HALF, HALF, 2].entries()) expect(farthest[axis]).toBeLessThan(half + ROUNDING);
    expect(farthest[0], 'the roof passes through the whole box').toBeGreaterThan(HALF - 0.1);

    await page.getByRole('button', { name: `Delete ${description}, PTS` }).click();
    await expect(page.getByText(`Deleted: ${description}`)).toBeVisible();
  });

  test('downloaded in each format it has every point of the cloud in the box, and no other', async ({
    page,
    signedInAs,
  }) => {
    const description = unique('Turned box');
    const stage = await signedInAs('admin', { ...OPENING, path: '/export' });
    await stage.settled();
    await page.getByRole('radiogroup', { name: 'Handles' }).getByText('Rotate').click();
    await field(page, 'Rotation').fill('33');
    await field(page, 'Rotation').press('Enter');
    await page.getByText('PTS', { exact: true }).click();
    await page.getByText('LAS', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill(description);
    await page.getByRole('button', { name: 'Submit export' }).click();
    await page.getByRole('button', { name: 'Show downloads' }).click();
    const { pointcloud } = await answerOf<{ pointcloud: Pointcloud }>(page, 'get');
    const expected = await cloudPointsIn(pointcloud.uuid, await askedFor(page, description));
    expect(expected.length).toBeGreaterThan(400);
    for (const [format, read] of Object.entries({ E57: readStrictE57, PTS: readStrictPts, LAS: readStrictLas })) {
      const link = page.getByRole('link', { name: `Download ${description}, ${format}` });
      await expect(link).toBeVisible({ timeout: 60_000 });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
      const { points } = await read(await download.path());
      expect(points.map(({ x, y, z }) => inMillimetres([x, y, z])).toSorted()).toEqual(expected);
      await page.getByRole('button', { name: `Delete ${description}, ${format}` }).click();
      // The rows below move up then.
      await expect(link).toHaveCount(0);
    }
  });

  test(
    'it is exported from the project layer as a GLB, with the roof that is in it',
    { tag: '@long' },
    async ({ page, signedInAs }) => {
      const description = unique('Roof deck');
      const stage = await signedInAs('admin', { ...OPENING, path: '/export' });
      await stage.settled();
      await page.getByRole('combobox', { name: 'Source' }).selectOption('Project Layer');
      await expect(page.getByRole('form', { name: 'Export' }).getByText(/^About [\d,]+ triangles/)).toBeVisible();
      await page.getByRole('textbox', { name: 'Description' }).fill(description);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Submit export' }).click();
      await expect(page.getByText('Your export request was successfully submitted')).toBeVisible();
      await page.getByRole('button', { name: 'Show downloads' }).click();
      const link = page.getByRole('link', { name: `Download ${description}, GLB` });
      await expect(link).toBeVisible({ timeout: 60_000 });
      const answer = await page.request.get((await link.getAttribute('href'))!);
      const { names, triangles, toEcef: fileToEcef } = readGlbTriangles(await answer.body());
      expect(names.length).toBeGreaterThan(0);
      const centre = centreOf(await askedFor(page, description));
      expect(distance(transformPoint(fileToEcef, [0, 0, 0]), centre)).toBeLessThan(1e-6);
      // The deck passes through the whole box: its top is a square of the box's sides, at the height of the roof.
      const isTop = (corners: readonly Vec3[]) =>
        corners.every((corner) => Math.abs(enuFromEcef(transformPoint(fileToEcef, corner))[2] - ROOF[2]) < ROUNDING);
      const top = triangles.filter(isTop).reduce((sum, corners) => sum + areaOfTriangle(corners), 0);
      expect(top).toBeCloseTo((2 * HALF) ** 2, 3);
      for (const corner of triangles.flat()) expect(Math.max(...corner.map(Math.abs))).toBeLessThan(HALF + 1e-5);
    },
  );

  test('its handles are dragged by mouse, in steps with Shift, and Esc puts one back', async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', { ...OPENING, path: '/export' });
    await stage.settled();
    await expect(field(page, 'Size east')).toHaveValue('2.50');
    const size = await stage.size();
    const place = (east: number) => pixelOf(at([east, 0, 0]), VIEW, size);
    await stage.drag(place(HALF), place(HALF + 1));
    await expect.poll(async () => (await sizes(page))[0]).toBeGreaterThan(3.4);
    const [dragged] = await sizes(page);
    expect(dragged).toBeLessThan(3.6);

    await page.keyboard.down('Shift');
    await stage.drag(place(HALF + 1), place(HALF + 2.03));
    await page.keyboard.up('Shift');
    await expect.poll(async () => (await sizes(page))[0]).toBe(4.5);

    await stage.hover(place(HALF + 2));
    await page.mouse.down();
    await stage.hover(place(HALF + 3));
    await expect.poll(async () => (await sizes(page))[0]).toBeGreaterThan(5);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await sizes(page)).toEqual([4.5, 2.5, 2.5]);
    // The key was for the drag, not for the panel.
    await expect(page.getByRole('heading', { name: 'PointGrab' })).toBeVisible();
  });

  test('by keyboard alone a box is sized, moved, turned and sent', async ({ page, signedInAs }) => {
    const description = unique('By keyboard');
    const stage = await signedInAs('admin', OPENING);
    await stage.settled();
    await stage.region.focus();
    await page.keyboard.press('x');
    await field(page, 'Size north').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(field(page, 'Size north')).toHaveValue('5.25');
    await page.getByRole('radio', { name: 'Resize' }).focus();
    await page.keyboard.press('ArrowRight');
    await field(page, 'Moved up').focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('radio', { name: 'Move' }).focus();
    await page.keyboard.press('ArrowRight');
    await field(page, 'Rotation').focus();
    await page.keyboard.press('ArrowDown');
    await expect(field(page, 'Rotation')).toHaveValue('350');
    await page.getByRole('textbox', { name: 'Description' }).focus();
    await page.keyboard.type(description);
    await page.getByRole('button', { name: 'Submit export' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your point cloud export request was successfully submitted')).toBeVisible();
    const box = await askedFor(page, description);
    expect([box.sizeX, box.sizeY]).toEqual([2.5, 5.25]);
    expect(box.degrees).toBeCloseTo(350, 6);
    expect(distance(centreOf(box), ecefFromEnu(at([0, 0, 0.25])))).toBeLessThan(NEAR);
    await page.getByRole('heading', { name: 'PointGrab' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'PointGrab' })).toHaveCount(0);
  });
});

test.describe('at 390 × 844, by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the box is in the half of the screen that is seen, and its handle follows a finger', async ({
    page,
    signedInAs,
  }) => {
    // The roof lies where a phone's crosshair is.
    const view = above(at([0, -2.4, 0]), 12);
    const stage = await signedInAs('admin', { ...OPENING, pose: poseOf(view) });
    await stage.settled();
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('link', { name: 'PointGrab' }).tap();
    await expect(field(page, 'Size east')).toHaveValue('2.50');
    await stage.settled();
    await expectAccessible(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, 'nothing scrolls sideways').toBeLessThanOrEqual(0);

    const canvas = (await stage.region.boundingBox())!;
    const { width, height } = await stage.size();
    const perMetre = pixelOf([1, 0, 0], above([0, 0, 0], 12), { width, height })[0] - width / 2;
    const [x, y] = [canvas.x + width / 2, canvas.y + 0.27 * height];
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', metres: number | null) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: metres === null ? [] : [{ x: x + metres * perMetre, y }],
      });
    await touch('touchStart', HALF);
    for (const metres of [1.5, 1.8, 2.1, 2.25]) await touch('touchMove', metres);
    await touch('touchEnd', null);
    await expect.poll(async () => (await sizes(page))[0]).toBeGreaterThan(3.3);
    expect((await sizes(page))[0]).toBeLessThan(3.7);
    await page.getByRole('tab', { name: 'Downloads' }).tap();
    await expect(page.getByRole('combobox', { name: 'Format' })).toBeVisible();
    await expectAccessible(page);
  });
});
