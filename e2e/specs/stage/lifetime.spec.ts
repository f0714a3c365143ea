/** The engine on its own: it releases its resources, and repeats what has failed. */
import type { Page } from '@playwright/test';
import { siteQuality } from '@overlook/shared/config';
import type { Stage, StageOptions } from '@overlook/engine';
import { loseContext } from '../../fixtures/graphics-context.ts';
import { openHarness } from '../../fixtures/harness.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../../fixtures/quadtree.ts';
import { QUADTREE } from '../../fixtures/quadtree-stage.ts';
import { expect, test } from '../../fixtures/test.ts';

declare global {
  interface Window {
    createStage(options: StageOptions): Promise<Stage>;
    container: HTMLElement;
    stage: Stage;
    others: Stage[];
    /** Index lists of the size of a tile's that were sent to the GPU. */
    uploads: number;
    failures: { message: string; final: boolean }[];
  }
}

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
    window.stage.update({ layerId: 3, screenSpaceErrorPx: 2 });
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

test('30 stages opened and closed leave nothing behind', { tag: '@long' }, async ({ page }) => {
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
  // The first few allocate memory that stays: compiled code and caches of the libraries.
  for (let i = 0; i < 5; i++) await cycle();
  const before = await heap();
  for (let i = 0; i < 30; i++) await cycle();
  expect((await heap()) - before).toBeLessThan(3);
  expect(page.workers()).toHaveLength(0);
});

test('tiles are requested again when the server is back, and the view is then complete', async ({ page }) => {
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
  const restored = page.evaluate(
    () => new Promise<void>((resolve) => window.stage.on('contextRestored', () => resolve())),
  );
  await loseContext(page);
  await restored;
  await idle(page);
  expect(await bluePixels(page)).toBeGreaterThan(BLUE_PX);
});

test('memory stays under its cap, and the view says that this is why it is coarse', async ({ page }) => {
  await openHarness(page, { quadtree: QUADTREE });
  // Each tile takes 60 bytes: room for eight.
  const cap = 480 / 2 ** 20;
  const quality = {
    ...siteQuality({ slugs: [''], isLegacy: false }),
    memoryCapMib: { quality: cap, balanced: cap, speed: cap },
  };
  await page.evaluate(
    async (place) => {
      window.stage = await window.createStage({ container: window.container, antialias: false });
      const layers = [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }];
      window.stage.setSite({ ...place, homePose: null, layers });
      window.stage.update({ layerId: 3, screenSpaceErrorPx: 2 });
    },
    { origin: QUADTREE_ORIGIN, quality },
  );
  await idle(page);
  const { stoppedAtMemoryLimit, settled } = await page.evaluate(() => window.stage.progress());
  expect({ stoppedAtMemoryLimit, settled }).toEqual({ stoppedAtMemoryLimit: true, settled: true });
  expect((await stats(page)).gpuBytes).toBe(480);
});

/** Opens further stages at the same place, at the right edge of the page. */
async function openMore(page: Page, count: number): Promise<void> {
  await page.evaluate(
    async ({ origin, screens }) => {
      window.others = [];
      for (let i = 0; i < screens; i++) {
        const container = document.createElement('div');
        // Of another size than the first: they draw in a corner of the shared canvas.
        container.style.cssText = `position:absolute;right:0;top:0;width:${200 + 100 * i}px;height:${300 - 60 * i}px`;
        document.body.append(container);
        const stage = await window.createStage({ container, antialias: false });
        stage.setSite({ origin, homePose: null, layers: [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }] });
        stage.setPose(window.stage.pose());
        stage.update({ layerId: 3, screenSpaceErrorPx: 2 });
        window.others.push(stage);
      }
    },
    { origin: QUADTREE_ORIGIN, screens: count },
  );
  await page.evaluate(() => Promise.all(window.others.map((stage) => stage.idle())));
}

/** What each stage shows in the middle of its picture: red, green and blue. */
const middles = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      [window.stage, ...window.others].map(async (stage) => {
        const picture = await createImageBitmap(await stage.screenshot());
        const context = new OffscreenCanvas(1, 1).getContext('2d')!;
        context.drawImage(picture, -Math.floor(picture.width / 2), -Math.floor(picture.height / 2));
        return {
          size: [picture.width, picture.height],
          color: Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3)),
        };
      }),
    ),
  );

test('three screens fetch each tile once and hold it once, and each shows it', async ({ page }) => {
  const tiles: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('.glb')) tiles.push(request.url());
  });
  await openHarness(page, { quadtree: QUADTREE });
  await openStage(page);
  await idle(page);
  const { gpuBytes } = await stats(page);
  await openMore(page, 2);
  expect(new Set(tiles).size).toBe(tiles.length);
  expect((await stats(page)).gpuBytes).toBe(gpuBytes);
  const [first, ...others] = await middles(page);
  expect(others.map(({ size }) => size)).toEqual([
    [200, 300],
    [300, 240],
  ]);
  for (const { color } of others)
    color.forEach((value, k) => expect(Math.abs(value - first!.color[k]!)).toBeLessThan(12));
  expect(await page.evaluate(() => window.engineContexts().length)).toBe(1);
});

/**
 * The place of the canvas of the one context, and the visible picture of the first screen, from whichever canvas it is.
 */
async function shownScreen(page: Page): Promise<{ isDirect: boolean; canvases: number; png: Buffer }> {
  // A picture is on the page one frame after it has been drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const place = await page.evaluate(() => {
    const [gl, ...more] = window.engineContexts();
    const { container } = window;
    const layer = container.querySelector('canvas')!.parentElement!;
    return {
      isDirect: more.length === 0 && layer.contains(gl!.canvas as HTMLCanvasElement),
      canvases: layer.querySelectorAll('canvas').length,
    };
  });
  return { ...place, png: await page.locator('#view').screenshot() };
}

test('one screen draws into the canvas of the context, and a second one is opened and closed without loading', async ({
  page,
}) => {
  // The two triangles of a tile of the quadtree: three indices of two bytes each.
  const INDICES_BYTES = 12;
  await page.addInitScript((bytes) => {
    window.uploads = 0;
    const own = WebGL2RenderingContext.prototype.bufferData;
    WebGL2RenderingContext.prototype.bufferData = function (this: WebGL2RenderingContext, ...args: unknown[]) {
      const [target, data] = args;
      if (target === this.ELEMENT_ARRAY_BUFFER && ArrayBuffer.isView(data) && data.byteLength === bytes)
        window.uploads++;
      Reflect.apply(own, this, args);
    } as typeof own;
  }, INDICES_BYTES);
  let requests = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('.glb')) requests++;
  });
  await openHarness(page, { quadtree: QUADTREE });
  await openStage(page);
  await idle(page);
  const counts = async () => ({ ...(await stats(page)), requests, uploads: await page.evaluate(() => window.uploads) });
  const { tilesLoaded, gpuBytes, uploads } = await counts();
  expect(uploads).toBe(tilesLoaded);
  const alone = await shownScreen(page);
  expect({ isDirect: alone.isDirect, canvases: alone.canvases }).toEqual({ isDirect: true, canvases: 1 });

  for (const round of [1, 2]) {
    await test.step(`a second screen, time ${round}`, async () => {
      await openMore(page, 1);
      const beside = await shownScreen(page);
      expect({ isDirect: beside.isDirect, canvases: beside.canvases }).toEqual({ isDirect: false, canvases: 1 });
      expect(beside.png.equals(alone.png)).toBe(true);
      await page.evaluate(() => {
        window.others[0]!.destroy();
        document.body.lastElementChild!.remove();
      });
      const after = await shownScreen(page);
      expect({ isDirect: after.isDirect, canvases: after.canvases }).toEqual({ isDirect: true, canvases: 1 });
      expect(after.png.equals(alone.png)).toBe(true);
    });
  }
  expect(await counts()).toMatchObject({ tilesLoaded, gpuBytes, uploads, requests: tilesLoaded });
});

test.describe('in a browser that has not been measured', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' });

  test('each screen has a context of its own, and shows the same', async ({ page }) => {
    await openHarness(page, { quadtree: QUADTREE });
    await openStage(page);
    await idle(page);
    expect(await bluePixels(page)).toBeGreaterThan(BLUE_PX);
    const { gpuBytes } = await stats(page);
    await openMore(page, 2);
    // All of the page, of which each context holds its part.
    expect((await stats(page)).gpuBytes).toBeGreaterThan(gpuBytes);
    const [first, ...others] = await middles(page);
    for (const { color } of others)
      color.forEach((value, k) => expect(Math.abs(value - first!.color[k]!)).toBeLessThan(12));
    expect(await page.evaluate(() => window.engineContexts().length)).toBe(3);
  });

  test('a reset of the GPU counts once for all screens, and a screen that is closed does not count', async ({
    page,
  }) => {
    await openHarness(page, { quadtree: QUADTREE });
    await openStage(page);
    await openMore(page, 2);
    const memory = () => page.evaluate(() => window.stage.qualityReport().memory);
    const { capBytes } = await memory();
    await page.evaluate(() => {
      const canvas = window.engineContexts().at(-1)!.canvas;
      const closed = new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve, { once: true }));
      window.others.pop()!.destroy();
      return closed;
    });
    expect(await memory()).toMatchObject({ capBytes, lostContexts: 0 });
    await page.evaluate(() => {
      const restored = [window.stage, window.others[0]!].map(
        (stage) => new Promise<void>((resolve) => stage.on('contextRestored', () => resolve())),
      );
      for (const gl of window.engineContexts()) gl.getExtension('WEBGL_lose_context')!.loseContext();
      return Promise.all(restored);
    });
    expect(await memory()).toMatchObject({ capBytes: capBytes / 2, lostContexts: 1 });
  });
});
