/**
 * How long it takes to say which of 20 photos see a point: the demo plant's photos nearest to points of it, on the harness page
 * with all of the textured layer loaded. The first answer of all reads geometry back from the GPU, so it is told apart.
 *
 *   npm run harness; tsx bench/sight.ts [--points 200]      (in e2e; a server with the demo runs at E2E_PORT)
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { PHOTOS } from '@overlook/shared/config';
import { distance } from '@overlook/shared/maths';
import { surfacePoints } from '@overlook/server/demo/photo-truth';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openPlantStage, PLANT, PLANT_PHOTOS, pointEcef } from '../fixtures/plant-stage.ts';
import type { StageWindow } from '../fixtures/quadtree-stage.ts';
import { session } from '../fixtures/test.ts';

const at = (sorted: readonly number[], share: number): string =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { points: { type: 'string', default: '200' } } });
  const queries = surfacePoints(PLANT, Number(values.points), 1).map(({ pointEnu }) => {
    const point = pointEcef(pointEnu);
    const away = (of: number) => distance(PLANT_PHOTOS[of]!.positionEcef, point);
    const nearest = PLANT_PHOTOS.map((_, k) => k).sort((a, b) => away(a) - away(b));
    return { point, of: nearest.slice(0, PHOTOS.nearestMost) };
  });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const page = await browser.newPage({ viewport: { width: 320, height: 200 } });
  await openPlantStage(page, await session(page.request, 'admin'));
  const costsMs = await page.evaluate(
    async ({ all, asked }) => {
      const { stage } = window as unknown as StageWindow;
      const costs = [];
      for (const { point, of } of asked) {
        const start = performance.now();
        await stage.sight(
          point,
          of.map((k) => all[k]!),
        );
        costs.push(performance.now() - start);
      }
      return costs;
    },
    { all: PLANT_PHOTOS, asked: queries },
  );
  await browser.close();
  const sorted = costsMs.toSorted((a, b) => a - b);
  console.log(
    `${PHOTOS.nearestMost} photos, ${sorted.length} points: median ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms, ` +
      `most ${at(sorted, 1)} ms, first ${costsMs[0]!.toFixed(1)} ms; load ${loadavg()[0]!.toFixed(1)}`,
  );
}

await main();
