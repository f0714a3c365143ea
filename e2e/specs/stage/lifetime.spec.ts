/** The engine on its own: what it holds is given back, and what fails is tried again. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { siteQuality } from '@overlook/shared/config';
import type { Stage, StageOptions } from '@overlook/web/engine';
import { openHarness } from '../../fixtures/harness.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../../fixtures/quadtree.ts';
import { ROOT } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

declare global {
  interface Window {
    createStage(options: StageOptions): Promise<Stage>;
    container: HTMLElement;
    stage: Stage;
    failures: { message: string; final: boolean }[];
  }
}

const QUADTREE = path.join(ROOT, '.cache/quadtree');
/** The square is 44 × 21 pixels from the home view; the rest is edge. */
const BLUE_PX = 700;

test.beforeAll(() => writeQuadtree(QUADTREE));

async function openStage(page: Page): Promise<void> {
  await page.evaluate(async (origin) => {
    window.failures = [];
    window.stage = await window.createStage({ container: window.container, antialias: false });
    window.stage.on('tileError', ({ message, final }) => window.failures.push({ message, final }));
    const site = { origin, homePose: null, layers: [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }] };
    window.stage.setSite(site);
    window.stage.setLayer(3);
    window.stage.setScreenSpaceError(2);
  }, QUADTREE_ORIGIN);
}

const idle = (page: Page) => page.evaluate(() => window.stage.idle());
const stats = (page: Page) => page.evaluate(() => window.stage.stats());

/** Number of clearly blue pixels in what the stage shows: the finest level. */
const bluePixels = (page: Page) =>
  page.evaluate(async () => {
    const picture = await createImageBitmap(await window.stage.screenshot());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 2]! > 150 && data[i]! < 120 && data[i + 1]! < 140) count++;
    return count;
  });

test('refines to the finest level, and draws it', async ({ page }) => {
  await openHarness(page, { quadtree: QUADTREE });
  await openStage(page);
  await idle(page);
  expect((await stats(page)).tilesFailed).toBe(0);
  expect(await bluePixels(page)).toBeGreaterThan(BLUE_PX);
});

test('30 stages opened and closed leave nothing behind', async ({ page }) => {
  await openHarness(page, { quadtree: QUADTREE });
  const cdp = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number };
    return usedSize / 2 ** 20;
  };
  const cycle = async (): Promise<void> => {
    await openStage(page);
    await idle(page);
    expect((await stats(page)).gpuBytes).toBeGreaterThan(0);
    const left = await page.evaluate(() => {
      window.stage.destroy();
      window.stage.destroy();
      return { gpuBytes: window.stage.stats().gpuBytes, elements: window.container.childElementCount };
    });
    expect(left).toEqual({ gpuBytes: 0, elements: 0 });
  };
  // The first few pay for what stays: compiled code, caches of the libraries.
  for (let i = 0; i < 5; i++) await cycle();
  const before = await heap();
  for (let i = 0; i < 30; i++) await cycle();
  expect((await heap()) - before).toBeLessThan(3);
  expect(page.workers()).toHaveLength(0);
});

test('tiles are tried again when the server comes back, and the view is whole then', async ({ page }) => {
  const control = await openHarness(page, { quadtree: QUADTREE });
  control.serve = (url) => (url.endsWith('.glb') && !url.includes('/0_') ? 'abort' : null);
  await openStage(page);
  // The first tile has come, and the finer ones behind it have failed.
  await page.waitForFunction(() => window.failures.length >= 3 && window.stage.stats().tilesLoaded > 0);
  expect(await page.evaluate(() => window.failures.every(({ final }) => !final))).toBe(true);
  expect(await page.evaluate(() => window.stage.progress().settled)).toBe(false);
  expect((await stats(page)).tilesLoaded).toBe(1);
  control.serve = null;
  await idle(page);
  expect((await stats(page)).tilesFailed).toBe(0);
  expect(await bluePixels(page)).toBeGreaterThan(BLUE_PX);
});

test('a tile that is missing is counted once and its parent shows in its place', async ({ page }) => {
  const control = await openHarness(page, { quadtree: QUADTREE });
  control.serve = (url) => (url.includes('/2_8_8.glb') ? { status: 404 } : null);
  await openStage(page);
  await idle(page);
  expect((await stats(page)).tilesFailed).toBe(1);
  expect(await page.evaluate(() => window.failures.map(({ final }) => final))).toEqual([true]);
  control.serve = null;
  await page.evaluate(() => window.stage.retryFailed());
  await idle(page);
  expect((await stats(page)).tilesFailed).toBe(0);
});

test('a lost context is restored with all tiles', async ({ page }) => {
  await openHarness(page, { quadtree: QUADTREE });
  await openStage(page);
  await idle(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.stage.on('contextRestored', () => resolve());
        const gl = window.container.querySelector('canvas')!.getContext('webgl2')!;
        gl.getExtension('WEBGL_lose_context')!.loseContext();
      }),
  );
  await idle(page);
  expect(await bluePixels(page)).toBeGreaterThan(BLUE_PX);
});

test('memory stays under its cap, and the view says that this is why it is coarse', async ({ page }) => {
  await openHarness(page, { quadtree: QUADTREE });
  // Each tile takes 60 bytes: room for eight.
  const cap = 480 / 2 ** 20;
  const quality = { ...siteQuality('', false), memoryCapMib: { quality: cap, balanced: cap, speed: cap } };
  await page.evaluate(
    async (place) => {
      window.stage = await window.createStage({ container: window.container, antialias: false });
      const layers = [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }];
      window.stage.setSite({ ...place, homePose: null, layers });
      window.stage.setLayer(3);
      window.stage.setScreenSpaceError(2);
    },
    { origin: QUADTREE_ORIGIN, quality },
  );
  await idle(page);
  const { stoppedAtMemoryLimit, settled } = await page.evaluate(() => window.stage.progress());
  expect({ stoppedAtMemoryLimit, settled }).toEqual({ stoppedAtMemoryLimit: true, settled: true });
  expect((await stats(page)).gpuBytes).toBe(480);
});
