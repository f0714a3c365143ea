/**
 * What areas cost: main-thread processor time a frame in flight, in which waiting does not count, with 0, 1, 50 and 500 of
 * them. On the harness page with a quadtree of small tiles. With --beside another build of the harness is measured in turn
 * with this one, so that both have the same load.
 *
 * Draw calls are dropped: a software raster takes so long for each picture that what the page does meanwhile, as asking
 * whether it is done, would count as the cost of the areas. --raster keeps them.
 *
 *   npm run harness; tsx bench/areas.ts [--beside DIR] [--frames 120] [--rounds 5] [--raster]        (in e2e)
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import type { StageArea } from '@overlook/engine';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openHarness } from '../fixtures/harness.ts';
import { transformPoint } from '@overlook/shared/maths';
import { QUADTREE_ORIGIN, writeQuadtree } from '../fixtures/quadtree.ts';
import { seeAllBoxes } from '../fixtures/seen-boxes.ts';
import { FRAME, OBLIQUE, poseOf, QUADTREE, type StageWindow } from '../fixtures/quadtree-stage.ts';

const COUNTS = [0, 1, 50, 500] as const;
/** Columns of squares, and from one to the next, metres. */
const [COLUMNS, STEP] = [23, 2.6];

const anArea = (i: number): StageArea => {
  const [east, north] = [((i % COLUMNS) - COLUMNS / 2) * STEP, (Math.floor(i / COLUMNS) - COLUMNS / 2) * STEP];
  const ring = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ] as const;
  return {
    id: String(i),
    cornersEcef: ring.map(([x, y]) => transformPoint(FRAME.ecefFromEnu, [east + x, north + y, 0])),
    bottomHeight: 0,
    topHeight: 3,
    isCapped: true,
    color: '#ff5d5d',
    outline: 'dashed',
    isSelected: false,
  };
};

interface Opened {
  readonly name: string;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly costsMs: Map<number, number[]>;
}

function dropDraws(): void {
  const draws = ['drawArrays', 'drawElements', 'drawRangeElements', 'drawArraysInstanced', 'drawElementsInstanced'];
  for (const name of draws) Object.assign(WebGL2RenderingContext.prototype, { [name]: () => undefined });
}

async function open(browser: Browser, name: string, build: string | undefined, isDrawn: boolean): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 480, height: 400 } });
  if (!isDrawn) await page.addInitScript(dropDraws);
  if (!isDrawn) await page.addInitScript(seeAllBoxes);
  await openHarness(page, { quadtree: QUADTREE }, build);
  await page.evaluate(
    async ({ origin, pose }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false });
      w.stage.setSite({ origin, homePose: pose, layers: [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }] });
      w.stage.update({ layerId: 3, screenSpaceErrorPx: 4 });
      await w.stage.idle();
    },
    { origin: QUADTREE_ORIGIN, pose: poseOf(OBLIQUE) },
  );
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { name, page, cdp, costsMs: new Map(COUNTS.map((count) => [count, []])) };
}

const fly = (page: Page, frames: number) =>
  page.evaluate(async (steps) => {
    const { stage } = window as unknown as StageWindow;
    const home = stage.pose();
    for (let i = 0; i < steps; i++) {
      const by = 20 * Math.sin((2 * Math.PI * i) / steps);
      const position = home.position.map((value, k) => value + by * home.direction[k]!) as typeof home.position;
      stage.setPose({ ...home, position });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    stage.setPose(home);
    await stage.idle();
  }, frames);

async function cpuSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

async function round({ page, cdp, costsMs }: Opened, count: number, frames: number): Promise<void> {
  await page.bringToFront();
  await page.evaluate(
    async (areas) => {
      const { stage } = window as unknown as StageWindow;
      stage.update({ areas });
      await stage.idle();
    },
    Array.from({ length: count }, (_, i) => anArea(i)),
  );
  // Shaders compile in the first of these.
  await fly(page, 4);
  const before = await cpuSeconds(cdp);
  await fly(page, frames);
  costsMs.get(count)!.push((1000 * ((await cpuSeconds(cdp)) - before)) / frames);
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      beside: { type: 'string' },
      frames: { type: 'string', default: '120' },
      rounds: { type: 'string', default: '5' },
      raster: { type: 'boolean', default: false },
    },
  });
  await writeQuadtree(QUADTREE);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const opened = [await open(browser, 'this build', undefined, values.raster)];
  const { beside } = values;
  if (beside !== undefined) opened.push(await open(browser, beside, beside, values.raster));
  for (let i = 0; i < Number(values.rounds); i++)
    for (const count of COUNTS) for (const one of opened) await round(one, count, Number(values.frames));
  for (const { name, costsMs } of opened) {
    const bare = median(costsMs.get(0)!);
    for (const [count, costs] of costsMs) {
      const cost = median(costs);
      console.log(`${name}, ${count} areas: ${cost.toFixed(2)} ms a frame, ${(cost - bare).toFixed(2)} over none`);
    }
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  await browser.close();
}

await main();
