/**
 * What a model of many objects costs a picture, as it is, filtered and with a selection: draw calls, triangles, bytes of geometry, and
 * processor time of the main thread, in which neither waiting nor the raster counts.
 *
 *   cd server && KEEP=<folder> npx tsx bench/cad-import.ts          makes a plant of 100,000 objects, among other models
 *   cd e2e && npm run harness; npx tsx bench/cad-objects.ts <folder> [--error-px 16] [--frames 60] [--rounds 3] [--profile file.cpuprofile]
 *
 * (E2E_PORT for the port of the page, on which nothing needs to answer.)
 */
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CDPSession, type Page, chromium } from '@playwright/test';
import {
  type Mat4,
  type Vec3,
  enuFrame,
  normalize,
  subtract,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { FeatureRules } from '@overlook/engine';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openHarness } from '../fixtures/harness.ts';
import type { StageWindow } from '../fixtures/quadtree-stage.ts';
import { seeAllBoxes } from '../fixtures/seen-boxes.ts';
import { QUADTREE_ORIGIN } from '../fixtures/quadtree.ts';

const PROJECT_LAYER = 4;
const OBJECTS = 100_000;
/** Every tenth, so that runs of neighbours do not help. */
const FILTERED = Array.from({ length: OBJECTS / 10 }, (_, i) => [10 * i, 10 * i]).flat();

const STATES: Record<string, FeatureRules | null> = {
  'as it is': null,
  'filter of 10,000': { rest: { opacity: 0.02, color: null }, rules: [{ features: FILTERED, opacity: 1 }] },
  'selection of one': {
    rest: { opacity: 1, color: null },
    rules: [{ features: [5000, 5000], color: [255, 210, 122] }],
    outlined: [5000, 5000],
  },
};

/** Counts what is drawn, and leaves the raster out: it would take the processor from what is measured. */
function countDraws() {
  const counts = { calls: 0, triangles: 0, others: 0 };
  Object.assign(window, { draws: counts });
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: number[]) => unknown>;
  // Where in its arguments each call has the number of indices, and of instances.
  const draws: [name: string, count: number, instances: number | null][] = [
    ['drawArrays', 2, null],
    ['drawElements', 1, null],
    ['drawArraysInstanced', 2, 3],
    ['drawElementsInstanced', 1, 4],
  ];
  for (const [name, countAt, instancesAt] of draws) {
    prototype[name] = function (...args) {
      counts.calls++;
      const instances = instancesAt === null ? 1 : args[instancesAt]!;
      if (args[0] === WebGL2RenderingContext.TRIANGLES) counts.triangles += (args[countAt]! / 3) * instances;
    };
  }
  for (const name of [
    'uniform4f',
    'uniform3f',
    'uniformMatrix4fv',
    'uniformMatrix3fv',
    'bindVertexArray',
    'useProgram',
  ]) {
    const call = prototype[name]!;
    prototype[name] = function (this: unknown, ...args) {
      counts.others++;
      return call.apply(this, args);
    };
  }
}

interface View {
  name: string;
  positionEnu: Vec3;
  lookAtEnu: Vec3;
}

interface Counts {
  tiles: number;
  calls: number;
  triangles: number;
  others: number;
  bytes: number;
}

async function openStage(page: Page, folder: string, errorPx: number) {
  const tileset = JSON.parse(await readFile(path.join(folder, 'tileset.json'), 'utf8')) as {
    root: { transform?: readonly number[]; boundingVolume: { box: number[] } };
  };
  const { root } = tileset;
  const origin = QUADTREE_ORIGIN;
  const { ecefFromEnu } = enuFrame(origin);
  // The import would say where it is.
  root.transform = Array.from(ecefFromEnu);
  const { box } = root.boundingVolume;
  await openHarness(page, { cad: folder });
  await page.route('**/tiles/cad/tileset.json', (route) => route.fulfill({ json: tileset }));
  await page.evaluate(
    async ({ at, layerId, px }) => {
      const w = window as unknown as StageWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false, maxPixelRatio: 1 });
      w.stage.setSite({
        origin: at,
        homePose: null,
        layers: [{ modeltypeId: layerId, url: '/tiles/cad/tileset.json' }],
      });
      w.stage.update({ layerId, isRefinedAtRest: false, screenSpaceErrorPx: px });
    },
    { at: origin, layerId: PROJECT_LAYER, px: errorPx },
  );
  const [x, y, z] = box as [number, number, number];
  const half = Math.hypot(box[3]!, box[7]!);
  const views: View[] = [
    { name: 'all of it', positionEnu: [x, y - 1.3 * half, z + 0.8 * half], lookAtEnu: [x, y, z] },
    { name: 'from 60 m', positionEnu: [x, y - 45, z + 40], lookAtEnu: [x, y, z] },
    { name: 'among the objects', positionEnu: [x - 20, y - 20, z], lookAtEnu: [x + 20, y + 30, z] },
  ];
  return { toEcef: ecefFromEnu, views };
}

async function setView(page: Page, { positionEnu, lookAtEnu }: View, toEcef: Mat4): Promise<void> {
  const direction = normalize(subtract(lookAtEnu, positionEnu));
  const up = normalize([-direction[0] * direction[2], -direction[1] * direction[2], 1 - direction[2] ** 2]);
  const pose = {
    position: transformPoint(toEcef, positionEnu),
    direction: transformDirection(toEcef, direction),
    up: transformDirection(toEcef, up),
  };
  await page.evaluate(async (at) => {
    const { stage } = window as unknown as StageWindow;
    stage.setPose(at);
    await stage.idle();
  }, pose);
}

/** Moves to and fro by centimetres: each frame is another picture of the same tiles. */
const draw = (page: Page, frames: number): Promise<Counts> =>
  page.evaluate(async (count) => {
    const { stage, draws } = window as unknown as StageWindow & { draws: Counts };
    const home = stage.pose();
    Object.assign(draws, { calls: 0, triangles: 0, others: 0 });
    const before = stage.stats().frames;
    for (let i = 1; i <= count; i++) {
      const position = home.position.map((value) => value + 0.05 * (i % 2)) as typeof home.position;
      stage.setPose({ ...home, position });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const drawn = stage.stats().frames - before;
    stage.setPose(home);
    await stage.idle();
    const { calls, triangles, others } = draws;
    const bytes = stage.qualityReport().memory.neededBytes;
    return {
      tiles: stage.stats().tilesSelected,
      calls: calls / drawn,
      triangles: triangles / drawn,
      others: others / drawn,
      bytes,
    };
  }, frames);

async function mainThreadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      frames: { type: 'string', default: '60' },
      rounds: { type: 'string', default: '3' },
      'error-px': { type: 'string', default: '16' },
      profile: { type: 'string' },
    },
  });
  const [frames, rounds] = [Number(values.frames), Number(values.rounds)];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(countDraws);
  await page.addInitScript(seeAllBoxes);
  const { toEcef, views } = await openStage(page, path.resolve(positionals[0]!), Number(values['error-px']));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (const view of views) {
    await setView(page, view, toEcef);
    for (const [state, features] of Object.entries(STATES)) {
      await page.evaluate(async (rules) => {
        const { stage } = window as unknown as StageWindow;
        stage.update({ features: rules });
        await stage.idle();
      }, features);
      await draw(page, frames);
      if (values.profile && view === views[1]) await cdp.send('Profiler.enable');
      if (values.profile && view === views[1]) await cdp.send('Profiler.start');
      const costsMs: number[] = [];
      let counts!: Counts;
      for (let i = 0; i < rounds; i++) {
        const before = await mainThreadMs(cdp);
        counts = await draw(page, frames);
        costsMs.push(((await mainThreadMs(cdp)) - before) / frames);
      }
      if (values.profile && view === views[1]) {
        const { profile } = await cdp.send('Profiler.stop');
        await writeFile(
          values.profile.replace(/(?=\.[^.]*$)/, `-${state.replaceAll(' ', '-')}`),
          JSON.stringify(profile),
        );
      }
      console.log(
        `${view.name}, ${state}: ${counts.tiles} tiles, ${counts.calls.toFixed(0)} draw calls, ` +
          `${(counts.triangles / 1e6).toFixed(2)} M triangles, ${(counts.bytes / 1e6).toFixed(1)} MB of geometry, ` +
          `${counts.others.toFixed(0)} other calls, main thread ${median(costsMs).toFixed(2)} ms ` +
          `(${costsMs.map((ms) => ms.toFixed(2)).join(', ')})`,
      );
    }
    await page.evaluate(() => (window as unknown as StageWindow).stage.update({ features: null }));
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  await browser.close();
}

await main();
