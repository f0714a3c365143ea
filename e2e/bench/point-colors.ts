/**
 * What colour modes of points cost beside points as they were scanned: main-thread processor time a frame in flight, in which
 * waiting does not count, and the time that a picture takes until the GPU has drawn it. On the harness page with a made cloud
 * whose 25,600 points carry all values. Modes take turns, so that all have the same load.
 *
 *   npm run harness; tsx bench/point-colors.ts [--frames 60] [--rounds 5]        (in e2e; E2E_PORT for the port)
 */
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { enuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { PointColors } from '@overlook/engine';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openHarness } from '../fixtures/harness.ts';
import { writePointTileset } from '../fixtures/point-tileset.ts';
import { QUADTREE_ORIGIN } from '../fixtures/quadtree.ts';
import type { StageWindow } from '../fixtures/quadtree-stage.ts';
import { ROOT } from '../fixtures/server.ts';

const CLOUD = path.join(ROOT, '.cache/point-colors');
const { ecefFromEnu } = enuFrame(QUADTREE_ORIGIN);
const { height } = QUADTREE_ORIGIN;

const MODES: readonly (readonly [name: string, colors: PointColors])[] = [
  ['as scanned', { mode: 'scanned', range: null, hiddenClasses: [] }],
  ['height', { mode: 'height', range: [height, height + 3], hiddenClasses: [] }],
  ['intensity', { mode: 'intensity', range: [0, 65_535], hiddenClasses: [] }],
  ['classification', { mode: 'classification', range: null, hiddenClasses: [] }],
  ['return number', { mode: 'returnNumber', range: null, hiddenClasses: [] }],
  ['as scanned, a class hidden', { mode: 'scanned', range: null, hiddenClasses: [6] }],
];

async function open(page: Page): Promise<CDPSession> {
  await openHarness(page, { points: CLOUD });
  const homePose = {
    position: transformPoint(ecefFromEnu, [0, 0, 30]),
    direction: transformDirection(ecefFromEnu, [0, 0, -1]),
    up: transformDirection(ecefFromEnu, [0, 1, 0]),
  };
  await page.evaluate(
    async ({ origin, pose }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false });
      w.stage.setSite({ origin, homePose: pose, layers: [{ modeltypeId: 1, url: '/tiles/points/tileset.json' }] });
      w.stage.update({ layerId: 1, eyeDome: 'off', pointSizePx: 2 });
      await w.stage.idle();
    },
    { origin: QUADTREE_ORIGIN, pose: homePose },
  );
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return cdp;
}

/** Flies up and down; answers milliseconds a picture, the GPU's work on the last one included. */
const fly = (page: Page, colors: PointColors, frames: number): Promise<number> =>
  page.evaluate(
    async ([pointColors, steps]) => {
      const { stage } = window as unknown as StageWindow;
      stage.update({ pointColors });
      await stage.idle();
      const home = stage.pose();
      const begun = performance.now();
      for (let i = 0; i < steps; i++) {
        const by = 5 * Math.sin((2 * Math.PI * i) / steps);
        const position = home.position.map((value, k) => value + by * home.direction[k]!) as typeof home.position;
        stage.setPose({ ...home, position });
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      stage.setPose(home);
      await stage.idle();
      return (performance.now() - begun) / steps;
    },
    [colors, frames] as const,
  );

async function cpuSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { frames: { type: 'string', default: '60' }, rounds: { type: 'string', default: '5' } },
  });
  const frames = Number(values.frames);
  await writePointTileset(CLOUD);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const page = await browser.newPage({ viewport: { width: 480, height: 400 } });
  const cdp = await open(page);
  const costs = new Map(MODES.map(([name]) => [name, { cpuMs: [] as number[], pictureMs: [] as number[] }]));
  // Shaders compile in the first of these.
  for (const [, colors] of MODES) await fly(page, colors, 4);
  for (let i = 0; i < Number(values.rounds); i++)
    for (const [name, colors] of MODES) {
      const before = await cpuSeconds(cdp);
      costs.get(name)!.pictureMs.push(await fly(page, colors, frames));
      costs.get(name)!.cpuMs.push((1000 * ((await cpuSeconds(cdp)) - before)) / frames);
    }
  for (const [name, { cpuMs, pictureMs }] of costs)
    console.log(`${name}: ${median(cpuMs).toFixed(2)} ms of main thread, ${median(pictureMs).toFixed(1)} ms a picture`);
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  await browser.close();
}

await main();
