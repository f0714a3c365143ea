/**
 * A view at rest is drawn again and again, shifted by parts of a pixel. The mean of these pictures is compared with one
 * that is drawn with sixteen times as many pixels.
 */
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { StageArea, StagePatch } from '@overlook/engine';
import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import { blobBytes } from '../../fixtures/blob-bytes.ts';
import { openPlantStage, pointEcef } from '../../fixtures/plant-stage.ts';
import { CAD, poseOf } from '../../fixtures/plant.ts';
import { countGlCalls } from '../../fixtures/gl-calls.ts';
import type { StageWindow } from '../../fixtures/quadtree-stage.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { browserWith, SWIFTSHADER } from '../../fixtures/software-gl.ts';
import { COARSE_MODEL, expect, session, test } from '../../fixtures/test.ts';

// The bound of the mean error was measured with this renderer; llvmpipe filters textures in another way.
test.use({ launchOptions: browserWith(SWIFTSHADER) });

const SIZE = { width: 320, height: 200 };
/** Reference pixels to a side of one. */
const FINER = 4;

/** Over the pipe rack with its rails, pipes and posts. */
const POSITION: Vec3 = [-60, -75, 28];
const DIRECTION = normalize(subtract([10, 0, 4], POSITION));
const RIGHT = normalize(cross(DIRECTION, [0, 0, 1]));
const POSE = poseOf({ position: POSITION, direction: DIRECTION, up: cross(RIGHT, DIRECTION) });

/** Opens the plant at the pose, with the given number of device pixels per CSS pixel. */
async function openAt(browser: Browser, pixelRatio: number): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: pixelRatio, baseURL: ORIGIN });
  const page = await context.newPage();
  await openPlantStage(page, await session(page.request, 'member'), { maxPixelRatio: pixelRatio, errorPx: 4 });
  await page.evaluate(async (pose) => {
    const { stage } = window as unknown as StageWindow;
    stage.setPose(pose);
    await stage.idle();
  }, POSE);
  return page;
}

/** Red, green and blue of each pixel as a person sees it. */
const seen = async (page: Page, path: string): Promise<Buffer> => raw(await page.screenshot({ path }));

const raw = (picture: Buffer): Promise<Buffer> => sharp(picture).removeAlpha().raw().toBuffer();

/** Means of squares of `FINER` by `FINER` pixels. */
function shrunk(fine: Buffer): Float64Array {
  const { width, height } = SIZE;
  const mean = new Float64Array(3 * width * height);
  const rowBytes = 3 * width * FINER;
  for (let at = 0; at < fine.length; at++) {
    const [row, inRow] = [Math.floor(at / rowBytes), at % rowBytes];
    const [x, channel] = [Math.floor(inRow / 3 / FINER), inRow % 3];
    mean[3 * (Math.floor(row / FINER) * width + x) + channel]! += fine[at]! / FINER ** 2;
  }
  return mean;
}

/** Mean difference of two pictures, of 255. */
function meanDifference(picture: Buffer, reference: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < picture.length; i++) sum += Math.abs(reference[i]! - picture[i]!);
  return sum / picture.length;
}

/** Over the rack from its south side to the middle. */
const BOX = { centerEcef: pointEcef([-20, 10, 6]), size: [70, 60, 14] as Vec3, headingRad: 0 };

const AREA: StageArea = {
  id: 'area',
  cornersEcef: (
    [
      [-20, -10],
      [10, -14],
      [16, 12],
      [-14, 18],
    ] as const
  ).map(([x, y]) => pointEcef([x, y, 0])),
  bottomHeight: 0,
  topHeight: 6,
  isCapped: true,
  color: '#ff8000',
  outline: 'solid',
  isSelected: false,
};

/** What of the stage is drawn: the textured plant by itself, and each thing that is drawn over, cut out of or through it. */
const SCENES: readonly (readonly [name: string, patch: StagePatch])[] = [
  ['model', {}],
  ['section and areas', { areas: [AREA], section: { box: BOX, planes: [] } }],
  ['ghosts', { areas: [], section: null, layerId: CAD, features: { rest: { opacity: 0.26, color: null }, rules: [] } }],
];

/** The frames of the stage, and the WebGL calls of the page, in the second after the last still of a scene. */
const workAfterStill = (page: Page, scene: StagePatch): Promise<{ frames: number; calls: number }> =>
  page.evaluate(async (patch) => {
    const { stage, glCalls } = window as unknown as StageWindow & { glCalls: { all: number } };
    stage.update({ ...patch, isRefinedAtRest: true });
    await stage.refined();
    const pass = async (count: number) => {
      const [frames, calls] = [stage.stats().frames, glCalls.all];
      for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame);
      return { frames: stage.stats().frames - frames, calls: glCalls.all - calls };
    };
    // Finer tiles than the view needs come at rest, and a still begins again with each of them.
    while ((await pass(30)).frames > 0);
    return pass(60);
  }, scene);

/** A picture of each of the scenes, as `patch` besides them says. */
async function picturesOf(page: Page, patch: StagePatch, pathOf: (name: string) => string): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const [name, scene] of SCENES) {
    await page.evaluate(
      async (changed) => {
        const { stage } = window as unknown as StageWindow;
        stage.update(changed);
        await stage.refined();
      },
      { ...scene, ...patch },
    );
    pictures.push(await seen(page, pathOf(name)));
  }
  return pictures;
}

test(
  'the still of a view at rest is as good as a picture of sixteen times as many pixels',
  { tag: '@long' },
  async ({ browser }, info) => {
    test.slow();
    const finer = await openAt(browser, FINER);
    const references = await picturesOf(finer, {}, (name) => info.outputPath(`${name}-reference.png`));
    await finer.context().close();
    const page = await openAt(browser, 1);
    await page.evaluate(countGlCalls);
    await page.evaluate(countPictures);
    const [reference] = references.map(shrunk);
    const plain = meanDifference(await seen(page, info.outputPath('plain.png')), reference!);
    const stills = await picturesOf(page, { isRefinedAtRest: true }, (name) => info.outputPath(`${name}.png`));
    const errors = stills.map((still, i) => meanDifference(still, shrunk(references[i]!)));
    info.annotations.push({
      type: 'mean error of 255',
      description: `plain ${plain.toFixed(2)}, stills ${errors.map((error) => error.toFixed(2)).join(', ')}`,
    });
    for (const [i, error] of errors.entries()) expect(error, SCENES[i]![0]).toBeLessThan(1.5);
    expect(errors[0]).toBeLessThan(plain / 3);
    for (const [name, scene] of SCENES)
      await test.step(`nothing is drawn any more: ${name}`, async () => {
        expect(await workAfterStill(page, scene)).toEqual({ frames: 0, calls: 0 });
      });
    await test.step('a turn of the wheel in the middle of it ends it at once, and it begins again', async () => {
      const drawn = await page.evaluate(async () => {
        const { stage, container } = window as unknown as StageWindow;
        const counted = window as unknown as { stillPictures: number };
        const order: string[] = [];
        const note = (what: string) => {
          for (; counted.stillPictures > 0; counted.stillPictures--) order.push('of a still');
          if (what) order.push(what);
        };
        counted.stillPictures = 0;
        stage.on('drawn', () => note('moving'));
        stage.update({ features: null });
        while (counted.stillPictures < 3) await new Promise(requestAnimationFrame);
        note('input');
        container.dispatchEvent(new WheelEvent('wheel', { deltaY: 120, clientX: 160, clientY: 100, bubbles: true }));
        await stage.refined();
        note('');
        return order;
      });
      const input = drawn.indexOf('input');
      expect(drawn.slice(0, input).filter((what) => what === 'of a still').length).toBeLessThan(16);
      expect(drawn[input + 1]).toBe('moving');
      expect(drawn.length - 1 - drawn.lastIndexOf('moving')).toBe(16);
    });
    await page.context().close();
  },
);

/** The first screen as the product's capture gives it. */
const captured = async (page: Page): Promise<Buffer> =>
  raw(await blobBytes(await page.evaluateHandle(() => window.overlook!.screenshot())));

/** Counts the pictures that stills are made of. */
function countPictures(): void {
  const page = window as unknown as { stillPictures: number };
  page.stillPictures = 0;
  const counting: ProxyHandler<WebGL2RenderingContext['copyTexSubImage2D']> = {
    apply(copy, gl, given: Parameters<typeof copy>) {
      page.stillPictures++;
      return Reflect.apply(copy, gl, given);
    },
  };
  WebGL2RenderingContext.prototype.copyTexSubImage2D = new Proxy(
    WebGL2RenderingContext.prototype.copyTexSubImage2D,
    counting,
  );
}

test('each of two screens shows its own still, and its capture has it', async ({ page, signedInAs }) => {
  test.slow();
  await page.setViewportSize({ width: 760, height: 480 });
  await page.addInitScript(countPictures);
  const settings = { ...COARSE_MODEL, 'overlook.viewer-count': 2 };
  const stage = await signedInAs('admin', { site: 'ridgeway', pose: POSE, settings });
  const screens = [stage, stage.screen(2)];
  for (const screen of screens) await screen.settled();
  const shots = () => Promise.all(screens.map(async ({ region }) => raw(await region.screenshot())));
  const plain = await shots();
  const plainCapture = await captured(page);
  await page.evaluate(() => localStorage.setItem('overlook.refine-at-rest', 'true'));
  await page.reload();
  for (const screen of screens) await screen.settled();
  await page.waitForFunction(() => (window as unknown as { stillPictures: number }).stillPictures === 2 * 16);
  const still = await shots();
  for (const [i, picture] of still.entries()) expect(meanDifference(picture, plain[i]!)).toBeGreaterThan(0.5);
  expect(meanDifference(await captured(page), plainCapture)).toBeGreaterThan(0.5);
});
