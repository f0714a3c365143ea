/**
 * What a frame of five typical views of the demo plant takes: draw calls, all calls of WebGL, and GPU memory; then, at rest, the
 * frames that are accumulated each second, and the frames and calls of five seconds after the last one.
 *
 *   E2E_PORT=4500 npx tsx bench/frames.mjs [--layer 3] [--frames 8] [--without-raster /usr/lib/chromium]       (in e2e)
 *
 * A server with the demo runs at E2E_PORT. Counts do not depend on the machine; the rate of a still does. With --without-raster it
 * is that of a driver which executes nothing (see no-raster-browser.mjs): the rate that the engine and the browser allow.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { countGlCalls } from '../fixtures/gl-calls.ts';
import { openPlantStage } from '../fixtures/plant-stage.ts';
import { poseOf } from '../fixtures/plant.ts';
import { seeAllBoxes } from '../fixtures/seen-boxes.ts';
import { session } from '../fixtures/test.ts';
import { TYPICAL_POSES } from './typical-poses.mjs';
import { noRasterBrowser } from './no-raster-browser.mjs';

const { values } = parseArgs({
  options: {
    layer: { type: 'string', default: '3' },
    frames: { type: 'string', default: '8' },
    'without-raster': { type: 'string' },
  },
});

/** Runs in the page before its scripts: notes when each frame of a still is added to the others. */
function noteStills() {
  window.stillTimesMs = [];
  const { prototype } = WebGL2RenderingContext;
  const { copyTexSubImage2D } = prototype;
  prototype.copyTexSubImage2D = function (...given) {
    window.stillTimesMs.push(performance.now());
    return copyTexSubImage2D.apply(this, given);
  };
}

/** Runs in the page: the figures of a view. */
async function measure({ pose, frames }) {
  const { stage, glCalls } = window;
  const animationFrame = () => new Promise(requestAnimationFrame);
  stage.update({ isRefinedAtRest: false });
  stage.setPose(pose);
  await stage.idle();
  const { tilesSelected: tiles } = stage.stats();
  const bytesInView = stage.qualityReport().memory.neededBytes;

  const drawn = { pictures: 0 };
  const stop = stage.on('drawn', () => drawn.pictures++);
  Object.assign(glCalls, { all: 0, draws: 0 });
  for (let i = 1; drawn.pictures < frames; i++) {
    const position = pose.position.map((value) => value + 0.02 * (i % 2));
    stage.setPose({ ...pose, position });
    await animationFrame();
  }
  const perFrame = { draws: glCalls.draws / drawn.pictures, calls: glCalls.all / drawn.pictures };
  stage.setPose(pose);
  await stage.idle();
  stop();

  stage.update({ isRefinedAtRest: true });
  await stage.refined();
  // Finer tiles than the view needs may still come at rest, and the still begins again with each of them.
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let framesBefore;
  do {
    framesBefore = stage.stats().frames;
    await pause(1000);
  } while (stage.stats().frames !== framesBefore);
  const bytesAtRest = stage.stats().gpuBytes;
  // The last still, which no tile has interrupted.
  const timesMs = window.stillTimesMs.slice(-16);
  const stillS = (timesMs.at(-1) - timesMs[0]) / 1000;
  Object.assign(glCalls, { all: 0, draws: 0 });
  await pause(5000);
  const atRest = { frames: stage.stats().frames - framesBefore, calls: glCalls.all };
  return { tiles, bytesInView, bytesAtRest, perFrame, stillS, atRest };
}

const folder = values['without-raster'];
const noRaster = folder === undefined ? undefined : await noRasterBrowser(folder);
const browser = await chromium.launch(noRaster?.launch ?? { executablePath: chromiumPath(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  if (noRaster) await page.addInitScript(seeAllBoxes);
  await page.addInitScript(noteStills);
  await page.addInitScript(countGlCalls);
  await openPlantStage(page, await session(page.request, 'member'), {
    layer: Number(values.layer),
    maxPixelRatio: 1,
    errorPx: null,
  });
  await page.evaluate((size) => Object.assign(window.container.style, size), { width: '1440px', height: '900px' });
  const rows = {};
  for (const [name, pose] of Object.entries(TYPICAL_POSES)) {
    const given = { pose: poseOf(pose), frames: Number(values.frames) };
    const { tiles, bytesInView, bytesAtRest, perFrame, stillS, atRest } = await page.evaluate(measure, given);
    rows[name] = {
      tiles,
      'GPU MB of the view': +(bytesInView / 1e6).toFixed(1),
      'of all tiles kept': +(bytesAtRest / 1e6).toFixed(1),
      'draw calls': +perFrame.draws.toFixed(1),
      'WebGL calls': Math.round(perFrame.calls),
      'still, s': +stillS.toFixed(2),
      'frames a second': +(15 / stillS).toFixed(1),
      'frames in 5 s afterwards': atRest.frames,
      'calls in 5 s afterwards': atRest.calls,
    };
  }
  console.table(rows);
  console.log(`load ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  await noRaster?.remove();
}
