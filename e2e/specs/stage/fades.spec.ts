/**
 * From one level of detail to the next: pictures of the stage itself, between two steps of a clock that the test page keeps. Each pixel
 * shows the level before or the one after, and nothing else.
 */
import type { Page } from '@playwright/test';
import { openHarness } from '../../fixtures/harness.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../../fixtures/quadtree.ts';
import { DOWN, QUADTREE, SIZE, type StageWindow, poseOf } from '../../fixtures/quadtree-stage.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ viewport: SIZE });
test.beforeAll(() => writeQuadtree(QUADTREE));

/** Milliseconds from frame to frame. */
const FRAME_MS = 40;

/** Frames are evenly far apart for the page, however long they take. */
function keepClock(frameMs: number): void {
  const animate = window.requestAnimationFrame.bind(window);
  let [nowMs, isNext] = [1000, false];
  window.requestAnimationFrame = (callback) =>
    animate(() => {
      if (!isNext) {
        isNext = true;
        nowMs += frameMs;
        queueMicrotask(() => (isNext = false));
      }
      callback(nowMs);
    });
}

async function open(page: Page, isReduced: boolean): Promise<void> {
  await page.addInitScript(keepClock, FRAME_MS);
  await openHarness(page, { quadtree: QUADTREE });
  await page.evaluate(
    async ([origin, pose, reduced]) => {
      const w = window as unknown as StageWindow;
      const probe = document.createElement('canvas').getContext('webgl2')!;
      const names = probe.getExtension('WEBGL_debug_renderer_info')!;
      const gpu = probe.getParameter(names.UNMASKED_RENDERER_WEBGL) as string;
      w.stage = await w.createStage({
        container: w.container,
        antialias: false,
        maxPixelRatio: 1,
        reducedMotion: () => reduced,
        // As a device that is known to draw quickly.
        learnt: { gpu, step: 0 },
      });
      w.stage.setSite({ origin, homePose: pose, layers: [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }] });
      w.stage.update({ layerId: 3, screenSpaceErrorPx: 2 });
      await w.stage.idle();
    },
    [QUADTREE_ORIGIN, poseOf(DOWN), isReduced] as const,
  );
}

interface Shown {
  /** Pixels that are grey as the root, green as its children, blue as the leaves, and none of these. */
  grey: number;
  green: number;
  blue: number;
  other: number;
}

/** What each picture of a change of the screen-space error shows about the middle; then the frames of a second at rest. */
const picturesOf = (page: Page, errorPx: number): Promise<{ pictures: Shown[]; afterwards: number }> =>
  page.evaluate(async (px) => {
    const { stage, container } = window as unknown as StageWindow;
    const pictures: Shown[] = [];
    const copy = new OffscreenCanvas(160, 100).getContext('2d', { willReadFrequently: true })!;
    const stop = stage.on('drawn', () => {
      const [canvas] = container.querySelectorAll('canvas');
      copy.drawImage(canvas!, 80, 50, 160, 100, 0, 0, 160, 100);
      const { data } = copy.getImageData(0, 0, 160, 100);
      const shown = { grey: 0, green: 0, blue: 0, other: 0 };
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
        if (data[i + 3] !== 255) shown.other++;
        else if (Math.abs(r - g) < 3 && Math.abs(g - b) < 3) shown.grey++;
        else if (g > r && g > b) shown.green++;
        else if (b > r && b > g) shown.blue++;
        else shown.other++;
      }
      pictures.push(shown);
    });
    stage.update({ screenSpaceErrorPx: px });
    await stage.idle();
    stop();
    const before = stage.stats().frames;
    for (let n = 0; n < 5; n++) await new Promise(requestAnimationFrame);
    return { pictures, afterwards: stage.stats().frames - before };
  }, errorPx);

const PIXELS = 160 * 100;

/** Pixels about the middle of a capture that are grey as the root. */
const greyOfCapture = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const picture = await createImageBitmap(await (window as unknown as StageWindow).stage.screenshot());
    const copy = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    copy.drawImage(picture, 0, 0);
    const { data } = copy.getImageData(80, 50, 160, 100);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i]! - data[i + 2]!) < 12) count++;
    return count;
  });

test('a coarser level comes pixel by pixel, and then nothing is drawn any more', async ({ page }) => {
  await open(page, false);
  const { pictures, afterwards } = await picturesOf(page, 200);
  test.info().annotations.push({ type: 'pictures', description: JSON.stringify(pictures) });
  expect(pictures.length).toBeGreaterThan(4);
  for (const { grey, blue } of pictures) expect(grey + blue).toBe(PIXELS);
  const shares = pictures.map(({ grey }) => grey / PIXELS);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.filter((share) => share > 0.1 && share < 0.9).length).toBeGreaterThan(2);
  expect(shares.at(-1)).toBe(1);
  expect(afterwards).toBe(0);

  await test.step('it is picked from the first picture on', async () => {
    const first = await page.evaluate(async () => {
      const { stage } = window as unknown as StageWindow;
      stage.update({ screenSpaceErrorPx: 2 });
      await new Promise<void>((resolve) => {
        const stop = stage.on('drawn', () => {
          stop();
          resolve();
        });
      });
      return stage.pick(170, 90)!.errorMetres;
    });
    // That of leaves, which have nothing finer.
    expect(first).toBeLessThan(0.02);
  });

  await test.step('a capture does not wait for the end, and has nothing of the level before', async () => {
    await page.evaluate(async () => {
      const { stage } = window as unknown as StageWindow;
      await stage.idle();
      stage.update({ screenSpaceErrorPx: 200 });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    });
    expect(await greyOfCapture(page)).toBe(PIXELS);
  });
});

test('with reduced motion it is there in the next picture', async ({ page }) => {
  await open(page, true);
  const { pictures } = await picturesOf(page, 200);
  expect(pictures.map(({ grey }) => grey)).toEqual([PIXELS]);
});

test('a context that is lost in the middle of it comes back with the level after, and then nothing is drawn any more', async ({
  page,
}) => {
  await open(page, false);
  const greyAtLoss = await page.evaluate(async () => {
    const { stage, container } = window as unknown as StageWindow;
    const restored = new Promise<void>((resolve) => stage.on('contextRestored', () => resolve()));
    const copy = new OffscreenCanvas(160, 100).getContext('2d', { willReadFrequently: true })!;
    let grey = 0;
    const stop = stage.on('drawn', () => {
      const [canvas] = container.querySelectorAll('canvas');
      copy.drawImage(canvas!, 80, 50, 160, 100, 0, 0, 160, 100);
      const { data } = copy.getImageData(0, 0, 160, 100);
      grey = 0;
      for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i]! - data[i + 2]!) < 3) grey++;
      if (grey === 0) return;
      stop();
      for (const gl of window.engineContexts()) gl.getExtension('WEBGL_lose_context')!.loseContext();
    });
    stage.update({ screenSpaceErrorPx: 200 });
    await restored;
    await stage.idle();
    return grey;
  });
  expect(greyAtLoss, 'in the middle of the fade').toBeLessThan(PIXELS);
  expect(await greyOfCapture(page)).toBe(PIXELS);
  const { pictures, afterwards } = await picturesOf(page, 2);
  for (const { grey, blue } of pictures) expect(grey + blue).toBe(PIXELS);
  expect(pictures.at(-1)!.blue).toBe(PIXELS);
  expect(afterwards).toBe(0);
});
