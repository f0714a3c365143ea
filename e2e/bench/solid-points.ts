/**
 * What solid point clouds cost where the processor draws: milliseconds a picture of the demo plant's cloud in flight, and from
 * a settled view to its finished still. Given a second build of the harness, both take turns, so that they have the same load.
 *
 *   npm run harness; tsx bench/solid-points.ts [--before <folder of another build>] [--rounds 5]
 *     (in e2e; a server with the demo runs at E2E_PORT)
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openPlantCloud } from '../fixtures/plant-stage.ts';
import { poseOf } from '../fixtures/plant.ts';
import type { StageWindow } from '../fixtures/quadtree-stage.ts';
import { session } from '../fixtures/test.ts';

const SIZE = { width: 640, height: 400 };
const FRAMES = 8;
const POSITION: Vec3 = [-60, -75, 28];
const DIRECTION = normalize(subtract([10, 0, 4], POSITION));
const RIGHT = normalize(cross(DIRECTION, [0, 0, 1]));
const POSE = poseOf({ position: POSITION, direction: DIRECTION, up: cross(RIGHT, DIRECTION) });

async function open(page: Page, build?: string): Promise<void> {
  await openPlantCloud(page, await session(page.request, 'admin'), build);
  await page.evaluate(
    async ([pose, size]) => {
      const { stage, container } = window as unknown as StageWindow;
      Object.assign(container.style, { width: `${size.width}px`, height: `${size.height}px` });
      stage.setPose(pose);
      await stage.idle();
    },
    [POSE, SIZE] as const,
  );
}

/** Milliseconds a picture in flight, and of the still afterwards. */
const measure = (page: Page, frames: number): Promise<[flight: number, still: number]> =>
  page.evaluate(
    async ([pose, steps]) => {
      const { stage } = window as unknown as StageWindow;
      const begun = performance.now();
      const drawnBefore = stage.stats().frames;
      for (let i = 1; i <= steps; i++) {
        const position = pose.position.map(
          (value, k) => value + 0.2 * (i % 4) * pose.direction[k]!,
        ) as typeof pose.position;
        stage.setPose({ ...pose, position });
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      await stage.idle();
      const flight = (performance.now() - begun) / (stage.stats().frames - drawnBefore);
      const settled = performance.now();
      stage.update({ isRefinedAtRest: true });
      await stage.refined();
      const still = performance.now() - settled;
      stage.update({ isRefinedAtRest: false });
      await stage.idle();
      return [flight, still];
    },
    [POSE, frames] as const,
  );

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { before: { type: 'string' }, rounds: { type: 'string', default: '5' } } });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const builds: { name: string; page: Page; costs: [number, number][] }[] = [];
  for (const [name, build] of [['before', values.before] as const, ['now', undefined] as const]) {
    if (name === 'before' && !build) continue;
    const page = await browser.newPage({ viewport: SIZE });
    await open(page, build);
    await measure(page, 2);
    builds.push({ name, page, costs: [] });
  }
  for (let i = 0; i < Number(values.rounds); i++)
    for (const { page, costs } of builds) {
      await page.bringToFront();
      costs.push(await measure(page, FRAMES));
    }
  for (const { name, costs } of builds) {
    const [flight, still] = [0, 1].map((k) => median(costs.map((cost) => cost[k]!))) as [number, number];
    console.log(`${name}: ${flight.toFixed(0)} ms a picture in flight, ${still.toFixed(0)} ms for a still`);
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  await browser.close();
}

await main();
