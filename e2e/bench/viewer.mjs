/**
 * What the product costs in the browser on a running server with the demo site: navigation to first tile and to settled
 * at the home view, tiles and bytes fetched, main-thread time a frame at rest, in flight with and without the base map, and in flight
 * with three screens, settling after a jump, what a pick takes, and how a drag of the section box follows.
 *
 *   tsx e2e/bench/viewer.mjs [--url http://localhost:4500] [--width 1440] [--height 900] [--frames 120] [--soak minutes]
 *                            [--open slug]
 *
 * With --open it opens another site, such as an imported CAD model, and ends when that has settled.
 * With --soak it then flies over three screens for so many minutes and prints heap, GPU bytes, listeners and tiles each
 * half minute. Without a GPU the raster shares the processors, so wall-clock times are upper bounds; the time of a frame is
 * that of our own code and the map's on the main thread.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { above, pixelOf, poseOf, toEnu } from '../fixtures/plant.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    frames: { type: 'string', default: '120' },
    soak: { type: 'string', default: '0' },
    open: { type: 'string' },
  },
});
const [width, height, frames] = [values.width, values.height, values.frames].map(Number);
const ACCOUNT = { email: 'admin@overlook.example', password: 'overlook-admin' };

const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
const context = await browser.newContext({ viewport: { width, height }, baseURL: values.url });
const { token } = await (await context.request.post('/api/auth/sign_in', { data: ACCOUNT })).json();
const headers = { authorization: `Bearer ${token}` };
await context.request.post('/api/auth/acceptdisclaimer', { headers });
const { sites } = await (await context.request.get('/api/sites/all', { headers })).json();
const site = sites.find(({ slug }) => slug === (values.open ?? 'ridgeway'));
await context.addInitScript(
  ([session, siteId]) => {
    localStorage.setItem('overlook.session-token', JSON.stringify(session));
    localStorage.setItem('overlook.selected-site', JSON.stringify(siteId));
  },
  [token, site.id],
);
const page = await context.newPage();
page.setDefaultTimeout(120_000);
const cdp = await context.newCDPSession(page);
const fetched = { tiles: 0, tileBytes: 0, bytes: 0 };
// The context hears of requests that workers make, too.
context.on('requestfinished', async (request) => {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  fetched.bytes += responseBodySize + responseHeadersSize;
  if (!request.url().includes('/api/files/models/')) return;
  fetched.tiles++;
  fetched.tileBytes += responseBodySize;
});

const row = (name, value) => console.log(`${name.padEnd(52)} ${value}`);
const ms = (value) => `${value.toFixed(value < 100 ? 2 : 0)} ms`;
const settle = () => page.evaluate(() => Promise.all(window.overlook.screens.map((screen) => screen.idle())));

await page.goto('/', { waitUntil: 'commit' });
const firstTileMs = await page.evaluate(
  () =>
    new Promise((resolve) => {
      const look = () => {
        if (window.overlookTesting?.screens[0]?.stats().tilesLoaded > 0) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      look();
    }),
);
row('navigation to the first tile', ms(firstTileMs));
await settle();
row('navigation to settled', ms(await page.evaluate(() => performance.now())));
row('tiles fetched, and their bytes', `${fetched.tiles}, ${(fetched.tileBytes / 1e6).toFixed(1)} MB`);
row('all bytes', `${(fetched.bytes / 1e6).toFixed(1)} MB`);

if (values.open) {
  await browser.close();
  process.exit(0);
}

/** Flies a circle round the site; the mean main-thread time of the newest 60 frames of each stage. */
const fly = (count) =>
  page.evaluate(async (steps) => {
    const { camera } = window.overlook;
    const home = camera.pose();
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let i = 0; i < steps; i++) {
      const angle = (2 * Math.PI * i) / steps;
      const position = home.position.map((value, k) => value + 30 * Math.sin(angle) * home.direction[k]);
      camera.setPose({ ...home, position });
      await nextFrame();
    }
    const means = window.overlookTesting.screens.map((screen) => screen.stats().jsMsPerFrame);
    camera.setPose(home);
    return means;
  }, count);

const framesBefore = await page.evaluate(() => window.overlookTesting.screens[0].stats().frames);
await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3000)));
const framesAfter = await page.evaluate(() => window.overlookTesting.screens[0].stats().frames);
row('frames in 3 s at rest', framesAfter - framesBefore);
row('main thread a frame, flying, one screen', (await fly(frames)).map(ms).join(', '));
await settle();

await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
/** Processor time of the main thread for a frame of flight: waiting does not count, and neither do other processes. */
const processorMs = async () => {
  const taskMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await taskMs();
  await fly(frames);
  const cost = ((await taskMs()) - before) / frames;
  await settle();
  return cost;
};
const globe = page.getByRole('switch', { name: 'Globe' });
const costs = { with: [], without: [] };
for (let round = 0; round < 3; round++) {
  for (const part of Object.values(costs)) {
    part.push(await processorMs());
    await globe.click();
    await settle();
  }
}
for (const [name, of] of Object.entries(costs))
  row(`processor time of the main thread a frame, ${name} base map`, of.map(ms).join(', '));

const picks = await page.evaluate(() => {
  const { overlook } = window;
  const took = [];
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    overlook.pick(200 + ((i * 37) % 800), 200 + ((i * 53) % 400));
    took.push(performance.now() - start);
  }
  return took;
});
// The first pick reads the geometry of its hit back from the GPU.
row('pick, the first of a view', ms(picks[0]));
picks.sort((a, b) => a - b);
row('pick, median, p95 and most of 200', [picks[100], picks[190], picks[199]].map(ms).join(', '));

const jumpMs = await page.evaluate(async () => {
  const { camera, idle } = window.overlook;
  const home = camera.pose();
  const position = home.position.map((value, k) => value + 60 * home.direction[k]);
  const start = performance.now();
  camera.setPose({ ...home, position });
  await idle();
  return performance.now() - start;
});
row('settled after a jump 60 m onwards', ms(jumpMs));

const OVER_THE_PLANT = above([0, 0, 0], 150);
/**
 * Drags the east face of a section box back and forth with the mouse. Returns the time between pictures and the
 * main-thread time of a frame.
 */
const section = async (screens) => {
  await page.evaluate((pose) => window.overlook.camera.setPose(pose), poseOf(OVER_THE_PLANT));
  await settle();
  await page.getByRole('switch', { name: 'Section box' }).click();
  await page.waitForURL(/[?&]box=/);
  await settle();
  const [x, y, z, east] = new URL(page.url()).searchParams.get('box').split(',').map(Number);
  const screen = await page.getByRole('application').first().boundingBox();
  const [middleEast, middleNorth, middleUp] = toEnu([x, y, z]);
  const [px, py] = pixelOf([middleEast + east / 2, middleNorth, middleUp], OVER_THE_PLANT, screen);
  await page.mouse.move(screen.x + px, screen.y + py);
  await page.mouse.down();
  await page.evaluate(() => {
    window.pictures = [];
    const look = (timeMs) => {
      window.pictures.push(timeMs);
      window.looking = requestAnimationFrame(look);
    };
    window.looking = requestAnimationFrame(look);
  });
  for (let i = 0; i < frames; i++) {
    await page.mouse.move(screen.x + px + (screen.width / 8) * Math.sin((4 * Math.PI * i) / frames), screen.y + py);
  }
  const { mainThread, times } = await page.evaluate(() => {
    cancelAnimationFrame(window.looking);
    return {
      mainThread: window.overlookTesting.screens.map((each) => each.stats().jsMsPerFrame),
      times: window.pictures,
    };
  });
  await page.mouse.up();
  const between = times.slice(1).map((time, i) => time - times[i]);
  between.sort((a, b) => a - b);
  const shares = [0.5, 0.95].map((share) => ms(between[Math.floor(share * between.length)]));
  row(`section drag, ${screens}: between frames, median and p95`, shares.join(', '));
  row(`section drag, ${screens}: main thread a frame`, mainThread.map(ms).join(', '));
  await page.getByRole('switch', { name: 'Section box' }).click();
  await settle();
};
await section('one screen');

await page.getByRole('radiogroup', { name: 'Screens' }).getByText('3').click({ timeout: 5000 });
await page.waitForFunction(() => window.overlook.screens.length === 3);
await settle();
row('main thread a frame, flying, three screens', (await fly(frames)).map(ms).join(', '));
await settle();
await section('three screens');

const soakMinutes = Number(values.soak);
for (let half = 0; half < soakMinutes * 2; half++) {
  const until = Date.now() + 30_000;
  while (Date.now() < until) await fly(frames);
  await settle();
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name) => metrics.find((one) => one.name === name).value;
  const stages = await page.evaluate(() => window.overlookTesting.screens.map((screen) => screen.stats()));
  const sum = (key) => stages.reduce((total, stats) => total + stats[key], 0);
  row(
    `soak ${((half + 1) / 2).toFixed(1)} min: heap, GPU, listeners, tiles`,
    `${(metric('JSHeapUsedSize') / 2 ** 20).toFixed(1)} MiB, ${(stages[0].gpuBytes / 2 ** 20).toFixed(1)} MiB, ` +
      `${metric('JSEventListeners')}, ${sum('tilesLoaded')}`,
  );
}
await browser.close();
