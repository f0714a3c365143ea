/**
 * What a person waits for: long tasks of the main thread from the press on Login to the settled view, at each change of
 * layer, at a change of site, and while two screens are added, on a running server with the demo sites.
 *
 *   tsx e2e/bench/first-seconds.mjs [--url http://localhost:4500] [--width 1280] [--height 720] [--strip folder]
 *                                   [--profile file.json]
 *
 * With --strip it writes a picture every 250 ms from the press on Login to the settled view. With --profile it writes a
 * trace with processor samples, which the browser's own tools open. A task counts as long from 50 ms, as browsers count
 * it; without a GPU the time in which the driver draws is part of it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '720' },
    strip: { type: 'string' },
    profile: { type: 'string' },
  },
});
const [width, height] = [values.width, values.height].map(Number);
const ACCOUNT = { email: 'member@overlook.example', password: 'overlook-member' };
const STRIP_EVERY_MS = 250;

const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
const context = await browser.newContext({ viewport: { width, height }, baseURL: values.url });
const { token } = await (await context.request.post('/api/auth/sign_in', { data: ACCOUNT })).json();
await context.request.post('/api/auth/acceptdisclaimer', { headers: { authorization: `Bearer ${token}` } });
await context.addInitScript(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration]);
  }).observe({ type: 'longtask' });
});
const page = await context.newPage();
page.setDefaultTimeout(120_000);

const settle = () => page.evaluate(() => Promise.all(window.overlook.screens.map((screen) => screen.idle())));

/** Runs `step` until the stage has settled, and prints wall time and long tasks of it. */
async function measure(name, step) {
  await page.evaluate(() => void (window.longTasks.length = 0));
  const from = await page.evaluate(() => performance.now());
  await step();
  await settle();
  // The observer hears of a task after its end.
  const [to, tasks] = await page.evaluate(async () => {
    const now = performance.now();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    return [now, window.longTasks];
  });
  const long = tasks.filter(([start, duration]) => start + duration > from);
  const sum = long.reduce((total, [, duration]) => total + duration, 0);
  const longest = Math.max(0, ...long.map(([, duration]) => duration));
  const over = long
    .filter(([, duration]) => duration > 100)
    .map(([at, ms]) => `${Math.round(ms)} at ${Math.round(at - from)}`);
  console.log(
    `${name.padEnd(34)} ${String(Math.round(to - from)).padStart(6)} ms, ${String(long.length).padStart(2)} long tasks ` +
      `of ${Math.round(sum)} ms, longest ${Math.round(longest)} ms${over.length > 0 ? ` (${over.join(', ')})` : ''}`,
  );
}

await page.goto('/');
await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNT.email);
await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);

const cdp = await context.newCDPSession(page);
const events = [];
cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
if (values.profile) {
  const categories = 'devtools.timeline,v8.execute,disabled-by-default-v8.cpu_profiler,toplevel,blink.user_timing';
  await cdp.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
}

/** Pictures into a folder at an even pace until `recording.isOn` is false. */
async function recordStrip(folder, recording) {
  await mkdir(folder, { recursive: true });
  const start = Date.now();
  while (recording.isOn) {
    const atMs = Date.now() - start;
    await page.screenshot({ path: path.join(folder, `${String(atMs).padStart(6, '0')}.png`) });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, STRIP_EVERY_MS - (Date.now() - start - atMs))));
  }
}
const recording = { isOn: true };
const strip = values.strip && recordStrip(values.strip, recording);

await measure('sign-in to settled', async () => {
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForFunction(() => window.overlook !== undefined);
});
recording.isOn = false;
await strip;

for (const name of ['Shaded', 'Point Cloud', 'Project Layer', 'Textured']) {
  await measure(`layer ${name}`, () =>
    page.getByRole('radiogroup', { name: 'Layer' }).getByText(name, { exact: true }).click(),
  );
}
await measure('one screen to three', async () => {
  await page.getByRole('radiogroup', { name: 'Screens' }).getByText('3').click();
  await page.waitForFunction(() => window.overlook.screens.length === 3);
});
await measure('three screens to one', () => page.getByRole('radiogroup', { name: 'Screens' }).getByText('1').click());
await measure('another site', async () => {
  const before = await page.evaluate(() => window.overlook.camera.pose().position.join());
  await page.getByRole('link', { name: 'Sites' }).first().click();
  await page.getByRole('button', { name: /Harbour/ }).click();
  await page.waitForFunction((from) => window.overlook.camera.pose().position.join() !== from, before);
});

if (values.profile) {
  const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await done;
  await writeFile(values.profile, JSON.stringify({ traceEvents: events }));
}
await browser.close();
