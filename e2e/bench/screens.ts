/**
 * What one, two and three screens of the same size and view cost: GPU memory of the tiles, JavaScript heap, requests for
 * tiles, and main-thread processor time a frame in flight, in which waiting does not count. It measures the engine alone, on
 * the harness page with a quadtree of small tiles, so that neither the map nor the raster hides it. Each number of screens
 * is a page of its own, so that none finds what another has loaded.
 *
 *   npm run harness; tsx bench/screens.ts [--frames 120] [--rounds 5] [--own-contexts]      (in e2e; E2E_PORT for the port)
 *
 * With --own-contexts the page takes the browser for another one, in which each screen has a WebGL context of its own.
 */
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Page, chromium } from '@playwright/test';
import type { Stage } from '@overlook/engine';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openHarness } from '../fixtures/harness.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../fixtures/quadtree.ts';
import { ROOT } from '../fixtures/server.ts';

declare global {
  interface Window {
    stages: Stage[];
  }
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const QUADTREE = path.join(ROOT, '.cache/quadtree');
const [WIDTH, HEIGHT] = [480, 400];

async function openStages(page: Page, count: number): Promise<void> {
  await page.evaluate(
    async ({ origin, screens, width, height }) => {
      window.stages = [];
      for (let i = 0; i < screens; i++) {
        const container = document.createElement('div');
        container.style.cssText = `position:absolute;left:${i * width}px;top:0;width:${width}px;height:${height}px`;
        document.body.append(container);
        const stage = await window.createStage({ container, antialias: false });
        window.stages.push(stage);
        const layers = [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }];
        stage.setSite({ origin, homePose: null, layers });
        stage.update({ layerId: 3, screenSpaceErrorPx: 4 });
      }
    },
    { origin: QUADTREE_ORIGIN, screens: count, width: WIDTH, height: HEIGHT },
  );
}

const settle = (page: Page) => page.evaluate(() => Promise.all(window.stages.map((stage) => stage.idle())));

/** All screens fly to and fro together, each frame a new pose in each. */
const fly = (page: Page, frames: number) =>
  page.evaluate(async (steps) => {
    const home = window.stages[0]!.pose();
    for (let i = 0; i < steps; i++) {
      const by = 30 * Math.sin((2 * Math.PI * i) / steps);
      const position = home.position.map((value, k) => value + by * home.direction[k]!) as typeof home.position;
      for (const stage of window.stages) stage.setPose({ ...home, position });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    for (const stage of window.stages) stage.setPose(home);
  }, frames);

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

async function measure(page: Page, screens: number, frames: number, rounds: number): Promise<string> {
  const urls: string[] = [];
  // The context hears of requests that workers make, too.
  page.context().on('request', (request) => {
    if (request.url().endsWith('.glb')) urls.push(request.url());
  });
  await openHarness(page, { quadtree: QUADTREE });
  await openStages(page, screens);
  await settle(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metric = async (wanted: string): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === wanted)!.value;
  };
  // Everything that the flight needs is loaded and compiled.
  await fly(page, frames);
  await settle(page);
  const costsMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await metric('TaskDuration');
    await fly(page, frames);
    costsMs.push((1000 * ((await metric('TaskDuration')) - before)) / frames);
    await settle(page);
  }
  await cdp.send('HeapProfiler.collectGarbage');
  const heapMib = (await metric('JSHeapUsedSize')) / 2 ** 20;
  const stats = await page.evaluate(() => window.stages.map((stage) => stage.stats()));
  return (
    `${screens}: GPU ${stats[0]!.gpuBytes} bytes, heap ${heapMib.toFixed(1)} MiB, ` +
    `${urls.length} requests for ${new Set(urls).size} tiles, ` +
    `tiles drawn ${stats.map(({ tilesSelected }) => tilesSelected).join(' + ')}, ` +
    `main thread a frame ${median(costsMs).toFixed(2)} ms (${costsMs.map((cost) => cost.toFixed(2)).join(', ')}), ` +
    `load ${loadavg()[0]!.toFixed(1)}`
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      frames: { type: 'string', default: '120' },
      rounds: { type: 'string', default: '5' },
      'own-contexts': { type: 'boolean', default: false },
    },
  });
  await writeQuadtree(QUADTREE);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  for (const screens of [1, 2, 3]) {
    const context = await browser.newContext({
      viewport: { width: WIDTH * screens, height: HEIGHT },
      ...(values['own-contexts'] ? { userAgent: FIREFOX } : {}),
    });
    const page = await context.newPage();
    console.log(await measure(page, screens, Number(values.frames), Number(values.rounds)));
    await context.close();
  }
  await browser.close();
}

await main();
