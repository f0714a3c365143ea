/**
 * From the press on Login, and from opening the page with a session, to the first sight of the whole plant, over a line of
 * 30 Mbit/s with round trips of 40 ms, on a running server with the demo sites.
 *
 *   tsx e2e/bench/first-plant.mjs [--server-port 4500] [--runs 3] [--mbit 30] [--round-trip 40] [--waterfall] [--drawn]
 *                                 [--width 1280] [--height 720]
 *
 * Draw calls are dropped, as in the benchmark beside the peers, unless --drawn: without a GPU they would hide all else. All
 * that comes before them is done: download, parsing, upload, selection. "First plant" is the moment at which the tiles that
 * are there cover the view and the card with the picture of the site leaves. Each run has a browser profile of its own: a
 * first visit by Login, then a second one with the session that it has left. With --waterfall it lists the requests of
 * the last run as the line has seen them, milliseconds from the start.
 */
import { parseArgs } from 'node:util';
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { seeAllBoxes } from '../fixtures/seen-boxes.ts';
import { startSlowLink } from '../fixtures/slow-link.ts';

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

/** Waits for the settled view and returns what was measured since `startOf(moments)`. */
async function visit(page, startOf) {
  await page.waitForFunction(() => window.firstPlant.settled !== undefined, null, { timeout: 60_000 });
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
const all = { 'sign-in': [], 'second visit': [] };
const last = {};
for (let run = 0; run < Number(values.runs); run++) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const viewport = { width: Number(values.width), height: Number(values.height) };
  const context = await browser.newContext({ viewport, baseURL: link.origin });
  await context.addInitScript(prepare, values.drawn);
  if (!values.drawn) await context.addInitScript(seeAllBoxes);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNT.email);
  await page.waitForTimeout(TYPING_MS);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  link.requests.length = 0;
  await page.getByRole('button', { name: 'Login' }).click();
  last['sign-in'] = await visit(page, ({ press }) => press);
  await page.close();

  link.requests.length = 0;
  const again = await context.newPage();
  await again.goto('/');
  last['second visit'] = await visit(again, ({ navigation }) => navigation);
  for (const [name, { figures }] of Object.entries(last)) all[name].push(figures);
  await browser.close();
}
await link.close();

console.log(`${values.mbit} Mbit/s, ${values['round-trip']} ms, ${values.runs} runs, load ${loadavg()[0].toFixed(1)}`);
for (const [name, runs] of Object.entries(all)) {
  const columns = Object.keys(runs[0]).map((key) => {
    const own = runs.map((figures) => figures[key]);
    return `${key} ${median(own)} (${Math.min(...own)}–${Math.max(...own)})`;
  });
  console.log(`${name}: ${columns.join(', ')}`);
  if (values.waterfall) printWaterfall(last[name]);
}
