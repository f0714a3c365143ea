/**
 * The pictures of docs/guide, as the demo site shows them: each at 1440 x 900, then made smaller. They are looked at
 * before they are committed; nothing compares them.
 */
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { add, scale } from '@overlook/shared/maths';
import { lookAt } from '@overlook/server/demo/home-pose';
import { RED_TANK } from '@overlook/server/demo/truth';
import { flatFace, middleOf, pixelOf, poseOf, ecefFromEnu } from '../fixtures/plant.ts';
import { ROOT } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';

const FOLDER = path.join(ROOT, 'docs/guide/pictures');
/** Two pixels of the page for each point of the PDF's column, and little enough to load. */
const WIDTH_PX = 1080;
const QUALITY = 68;
/** Room round a part of the page. */
const MARGIN_PX = 32;
/** Settings in the colours of paper. */
const LIGHT = { 'overlook.theme': 'light' };

const [EAST, NORTH] = RED_TANK.centreEnu;
const MIDDLE = (RED_TANK.bandBottom + RED_TANK.bandTop) / 2;
/** From the south-east, a little above the roof of the tank with the red band. */
const BESIDE_TANK = lookAt([EAST + 26, NORTH - 30, RED_TANK.height + 16], [EAST, NORTH, MIDDLE]);
/** The roof of the control room and a way along three of its corners, inside the parapet. */
const ROOF = flatFace('Control room roof deck');
const BESIDE_ROOF = lookAt(add(middleOf(ROOF), [-22, -30, 22]), middleOf(ROOF));
const ROOF_CORNERS = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
].map(([u, v]) => add(ROOF.corner, add(scale(ROOF.edgeU, u!), scale(ROOF.edgeV, v!))));

/** Runs in the page: whether all pictures in sight are loaded. */
const hasItsPictures = () =>
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);

/** Takes a picture of the page, or of a part of it with its surroundings. */
async function take(page: Page, name: string, part?: Locator): Promise<void> {
  await page.waitForFunction(hasItsPictures);
  const box = await part?.boundingBox();
  const clip = box && {
    x: box.x - MARGIN_PX,
    y: box.y - MARGIN_PX,
    width: box.width + 2 * MARGIN_PX,
    height: box.height + 2 * MARGIN_PX,
  };
  const shown = await page.screenshot({ animations: 'disabled', ...(clip ? { clip } : {}) });
  await sharp(shown)
    .resize({ width: WIDTH_PX, withoutEnlargement: true })
    .jpeg({ quality: QUALITY, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(path.join(FOLDER, `${name}.jpg`));
}

/** Waits until the minimap is drawn: until then it is one grey. */
async function minimapDrawn(page: Page): Promise<void> {
  const map = page.getByRole('region', { name: 'Minimap' }).getByRole('region', { name: 'Map of the site' });
  const contrast = async () => {
    const { channels } = await sharp(await map.screenshot()).stats();
    return Math.max(...channels.map(({ stdev }) => stdev));
  };
  // A machine with other work takes minutes for its first map.
  await expect.poll(contrast, { timeout: 180_000 }).toBeGreaterThan(8);
}

test.use({ viewport: { width: 1440, height: 900 } });

test('the login screen', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await take(page, 'login');
});

test('the main view and the list of sites', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway' });
  await stage.settled();
  await minimapDrawn(page);
  await stage.settled();
  await take(page, 'main-view');
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await expect(page.getByRole('button', { name: /Ridgeway/ }).first()).toBeVisible();
  await stage.settled();
  await take(page, 'sites');
});

test('three screens with three layers', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', path: '/?v=1&site=ridgeway&layers=3,1,4' });
  for (const number of [1, 2, 3]) await stage.screen(number).settled();
  await take(page, 'screens');
});

test('a measurement', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', path: '/tools', pose: poseOf(BESIDE_ROOF) });
  await stage.settled();
  const size = await stage.size();
  for (const corner of ROOF_CORNERS) await stage.click(pixelOf(corner, BESIDE_ROOF, size));
  await page.keyboard.press('Enter');
  await stage.settled();
  await take(page, 'measure');
});

test('a section box', async ({ page, signedInAs }) => {
  const box = [...ecefFromEnu([EAST, NORTH + 10, MIDDLE]), 24, 20, 40, 0].join();
  const path = `/?v=1&site=ridgeway&layers=3&box=${box}`;
  const stage = await signedInAs('admin', { site: 'ridgeway', path, pose: poseOf(BESIDE_TANK) });
  await minimapDrawn(page);
  await stage.settled();
  await take(page, 'section-box');
});

test('the box of an export about half a tank', async ({ page, signedInAs }) => {
  const centre = ecefFromEnu([EAST, NORTH + 8, MIDDLE - 2]);
  const path = `/?v=1&site=ridgeway&layers=1&box=${[...centre, 20, 16, 18, 0].join()}`;
  const settings = { 'overlook.minimap-hidden': true, 'overlook.mocs-shown': false };
  const stage = await signedInAs('admin', { site: 'ridgeway', pose: poseOf(BESIDE_TANK), path, settings });
  await page.getByRole('link', { name: 'PointGrab' }).click();
  await page.getByRole('radiogroup', { name: 'Outside the box' }).getByText('Dimmed').click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Red band of the tank');
  await stage.settled();
  await take(page, 'pointgrab');
});

test('users', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', path: '/settings/security/users', settings: LIGHT });
  await stage.settled();
  await expect(page.getByRole('row', { name: /admin@overlook/ })).toBeVisible();
  await take(page, 'users');
});

test('a role, and why a person has access', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', path: '/settings/security/roles', settings: LIGHT });
  await stage.settled();
  await page.getByRole('row', { name: /Demo guests/ }).click();
  const cell = page.getByRole('radiogroup', { name: 'View shaded models, Ridgeway Gas Plant' });
  await cell.getByRole('radio', { name: 'Allow' }).click({ force: true });
  await expect(page.getByRole('region', { name: 'Changes before saving' })).toContainText('1 change');
  await expect(page.getByText('Working out who is affected')).toHaveCount(0);
  await take(page, 'role');

  await page.getByRole('button', { name: 'More for View textured models' }).click();
  await page.getByRole('menuitem', { name: 'Explain access' }).click();
  const dialog = page.getByRole('dialog', { name: /^Explain access/ });
  await dialog.getByRole('combobox', { name: 'Person' }).fill('morgan');
  await page.getByRole('option', { name: /Morgan Member/ }).click();
  await expect(dialog.getByText('Access', { exact: true })).toBeVisible();
  await take(page, 'explain-access', dialog);
});

test('nearby photos', async ({ page, signedInAs }) => {
  const stage = await signedInAs('admin', { site: 'ridgeway', path: '/nearby' });
  await stage.settled();
  const { width, height } = await stage.size();
  await stage.click([Math.round(width / 2), Math.round(0.45 * height)]);
  const viewer = page.getByRole('region', { name: 'Photo viewer' });
  await expect(viewer.locator('img[data-shown="true"]').first()).toBeVisible();
  await page.getByRole('button', { name: /sees? it$/ }).click();
  await stage.settled();
  await expect(page.getByRole('contentinfo')).toContainText('View settled');
  await take(page, 'photos');
});
