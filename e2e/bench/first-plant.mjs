/**
 * From the press on Login, and from opening the page with a session, to the first sight of the whole plant, over a line of
 * 30 Mbit/s with round trips of 40 ms, on a running server with the demo sites.
 *
 *   tsx e2e/bench/first-plant.mjs [--server-port 4500] [--runs 3] [--mbit 30] [--round-trip 40] [--waterfall] [--drawn]
 *                                 [--width 1280] [--height 720] [--without-raster /usr/lib/chromium]
 *
 * Draw calls are dropped, as in the benchmark beside the peers, unless --drawn: without a GPU they would hide all else. All
 * that comes before them is done: download, parsing, upload, selection. "First plant" is the moment at which the tiles that
 * are there cover the view and the card with the picture of the site leaves. Each run has a browser profile of its own: a
 * first visit by Login, then a second one with the session that it has left. With --waterfall it lists the requests of
 * the last run as the line has seen them, milliseconds from the start.
 *
 * Dropped draw calls are not all of software raster: clears and the browser's own composition are still rasterised. With
 * --without-raster each round also has a run with a driver that executes nothing (see no-raster-browser.mjs), where
 * draw calls are made. The columns `cpu` are milliseconds of processor time of the page's process and of the GPU process from
 * the start until the plant is seen, which the load of the machine changes less than it changes the times.
 */
import { parseArgs } from 'node:util';
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { seeAllBoxes } from '../fixtures/seen-boxes.ts';
import { startSlowLink } from '../fixtures/slow-link.ts';
import { noRasterBrowser } from './no-raster-browser.mjs';

const { values } = parseArgs({
  options: {
    'server-port': { type: 'string', default: '4500' },
    runs: { type: 'string', default: '3' },
    mbit: { type: 'string', default: '30' },
    'round-trip': { type: 'string', default: '40' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '720' },
    waterfall: { type: 'boolean', default: false },
    drawn: { type: 'boolean', default: false },
    'without-raster': { type: 'string' },
  },
});
const ACCOUNT = { email: 'member@overlook.example', password: 'overlook-member' };
/** How long a person takes to type a password, at least. */
const TYPING_MS = 3000;

/** Runs in every page, before its own scripts. Notes moments on the clock of the machine. */
function prepare(isDrawn) {
  if (!isDrawn) {
    const { prototype } = WebGL2RenderingContext;
    for (const name of [
      'drawArrays',
      'drawElements',
      'drawArraysInstanced',
      'drawElementsInstanced',
      'drawRangeElements',
    ])
      prototype[name] = () => undefined;
  }
  const moments = { longTasks: [] };
  window.firstPlant = moments;
  const now = () => performance.timeOrigin + performance.now();
  moments.navigation = performance.timeOrigin;
  addEventListener('click', () => (moments.press = now()), { capture: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      moments.longTasks.push([performance.timeOrigin + startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const isShown = document.querySelector('section[aria-busy="true"][aria-label^="Opening"]') !== null;
    if (isShown) moments.card ??= now();
    if (window.overlook) moments.stage ??= now();
    if (moments.card !== undefined && !isShown) moments.plant ??= now();
    if (moments.plant !== undefined && document.querySelector('footer')?.textContent.includes('View settled'))
      moments.settled ??= now();
    if (moments.settled === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const link = await startSlowLink({
  serverPort: Number(values['server-port']),
  megabitPerS: Number(values.mbit),
  roundTripMs: Number(values['round-trip']),
});
const { token } = await (
  await fetch(`http://127.0.0.1:${values['server-port']}/api/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
).json();
await fetch(`http://127.0.0.1:${values['server-port']}/api/auth/acceptdisclaimer`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
});

const isTile = ({ target }) => target.startsWith('/api/files/models/') && !target.includes('/site-plan/');

/** Processor time so far by type of process, milliseconds. */
async function cpuTimes(browserCdp) {
  const { processInfo } = await browserCdp.send('SystemInfo.getProcessInfo');
  const of = (wanted) =>
    processInfo.filter(({ type }) => type === wanted).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  return { page: 1000 * of('renderer'), gpu: 1000 * of('GPU') };
}

/** Waits for the settled view and returns what was measured since `startOf(moments)`. */
async function visit(page, browserCdp, cpuBefore, startOf) {
  await page.waitForFunction(() => window.firstPlant.plant !== undefined, null, { timeout: 300_000 });
  const cpu = await cpuTimes(browserCdp);
  await page.waitForFunction(() => window.firstPlant.settled !== undefined, null, { timeout: 300_000 });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const moments = await page.evaluate(() => window.firstPlant);
  const start = startOf(moments);
  const since = (at) => Math.round(at - start);
  const seen = link.requests.filter(({ sentAt }) => sentAt >= start - 1);
  const before = seen.filter(({ sentAt }) => sentAt <= moments.plant);
  const long = moments.longTasks.filter(([at, ms]) => at + ms > start && at < moments.settled);
  return {
    start,
    moments,
    seen,
    figures: {
      stage: since(moments.stage),
      card: since(moments.card),
      plant: since(moments.plant),
      settled: since(moments.settled),
      requests: before.length,
      tiles: before.filter(isTile).length,
      allTiles: seen.filter(isTile).length,
      kB: Math.round(before.reduce((sum, { bytes }) => sum + bytes, 0) / 1000),
      longTasks: long.length,
      longest: Math.round(Math.max(0, ...long.map(([, ms]) => ms))),
      'cpu page': Math.round(cpu.page - cpuBefore.page),
      'cpu GPU process': Math.round(cpu.gpu - cpuBefore.gpu),
    },
  };
}

function printWaterfall({ start, moments, seen }) {
  const marks = ['press', 'card', 'stage', 'plant', 'settled'].filter((name) => moments[name] >= start);
  const rows = [
    ...seen.map(({ target, sentAt, firstByteAt, lastByteAt, bytes }) => ({
      at: sentAt,
      text: `${String(Math.round(sentAt - start)).padStart(6)} ${String(Math.round((firstByteAt ?? NaN) - start)).padStart(6)} ${String(Math.round((lastByteAt ?? NaN) - start)).padStart(6)} ${String(Math.round(bytes / 100) / 10).padStart(8)} kB  ${target.length > 90 ? `${target.slice(0, 87)}…` : target}`,
    })),
    ...marks.map((name) => ({
      at: moments[name],
      text: `${String(Math.round(moments[name] - start)).padStart(6)}  —— ${name}`,
    })),
    ...moments.longTasks
      .filter(([at]) => at >= start)
      .map(([at, ms]) => ({
        at,
        text: `${String(Math.round(at - start)).padStart(6)}  ·· task of ${Math.round(ms)} ms`,
      })),
  ];
  console.log('  sent  first   last    bytes');
  for (const { text } of rows.toSorted((a, b) => a.at - b.at)) console.log(text);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Waits until nothing has been requested for a second: a view at rest loads finer tiles after it has settled. */
async function nothingRequested() {
  let seen;
  do {
    seen = link.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } while (link.requests.length !== seen || link.requests.some(({ lastByteAt }) => lastByteAt === null));
}

/** The two visits of one browser, by name. */
async function measure({ launch, isDrawn, seesAll }) {
  const browser = await chromium.launch(launch);
  const viewport = { width: Number(values.width), height: Number(values.height) };
  const context = await browser.newContext({ viewport, baseURL: link.origin });
  const browserCdp = await browser.newBrowserCDPSession();
  await context.addInitScript(prepare, isDrawn);
  if (seesAll) await context.addInitScript(seeAllBoxes);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNT.email);
  await page.waitForTimeout(TYPING_MS);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  link.requests.length = 0;
  let before = await cpuTimes(browserCdp);
  await page.getByRole('button', { name: 'Login' }).click();
  const signIn = await visit(page, browserCdp, before, ({ press }) => press);
  await nothingRequested();
  await page.close();

  link.requests.length = 0;
  before = await cpuTimes(browserCdp);
  const again = await context.newPage();
  await again.goto('/');
  const second = await visit(again, browserCdp, before, ({ navigation }) => navigation);
  await browser.close();
  return { 'sign-in': signIn, 'second visit': second };
}

const software = { executablePath: chromiumPath(), args: CHROMIUM_ARGS };
const modes = [{ name: 'software', launch: software, isDrawn: values.drawn, seesAll: !values.drawn }];
const folder = values['without-raster'];
const noRaster = folder === undefined ? undefined : await noRasterBrowser(folder);
if (noRaster) modes.push({ name: 'without raster', launch: noRaster.launch, isDrawn: true, seesAll: true });
const all = new Map();
const last = new Map();
try {
  for (let run = 0; run < Number(values.runs); run++)
    for (const mode of modes)
      for (const [visitName, measured] of Object.entries(await measure(mode))) {
        const name = `${mode.name}, ${visitName}`;
        last.set(name, measured);
        all.set(name, [...(all.get(name) ?? []), measured.figures]);
      }
} finally {
  await noRaster?.remove();
  await link.close();
}

console.log(`${values.mbit} Mbit/s, ${values['round-trip']} ms, ${values.runs} runs, load ${loadavg()[0].toFixed(1)}`);
for (const [name, runs] of all) {
  const columns = Object.keys(runs[0]).map((key) => {
    const own = runs.map((figures) => figures[key]);
    return `${key} ${median(own)} (${Math.min(...own)}–${Math.max(...own)})`;
  });
  console.log(`${name}: ${columns.join(', ')}`);
  if (values.waterfall) printWaterfall(last.get(name));
}
