/**
 * What it costs the main thread to open each panel of the rail, the first time in a page and again: the longest task from the press
 * until the stage has its new size, and what the longest one does. On a running server with the demo sites:
 *
 *   tsx e2e/bench/panels.mjs [--url http://localhost:4500] [--rounds 3] [--width 1440] [--height 900] [--samples folder]
 *
 * Draw calls are dropped: without a GPU they would hide all else. "cpu" is processor time of the main thread in the task, which
 * other work on the machine changes less than the time; two builds that are measured at the same time compare. With --samples, a processor profile of each first opening is written, which the browser's own tools open.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { seeAllBoxes } from '../fixtures/seen-boxes.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    rounds: { type: 'string', default: '3' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    samples: { type: 'string' },
  },
});
const ACCOUNT = { email: 'admin@overlook.example', password: 'overlook-admin' };
const PANELS = ['Sites', 'Tools', 'Places and MOCs', 'PointGrab', 'Nearby photos', 'Layers', 'Settings'];
/** Until the panel has slid in, the stage has its new size and the first picture of it is drawn. */
const OPENING_MS = 1500;
const CATEGORIES = 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline,v8';

/** Runs in every page, before its own scripts. */
function dropDrawCalls() {
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

/** The tasks of the main thread of the page in a trace, with what takes most of each. */
function tasksOf(events) {
  const main = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const own = events.filter(({ pid, tid, dur }) => pid === main?.pid && tid === main?.tid && dur !== undefined);
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  return tasks.map(({ ts, dur, tdur }) => {
    const parts = new Map();
    for (const part of own)
      if (part.ts >= ts && part.ts + part.dur <= ts + dur && PARTS.has(part.name))
        parts.set(part.name, (parts.get(part.name) ?? 0) + part.dur / 1000);
    return { ms: dur / 1000, cpuMs: (tdur ?? 0) / 1000, parts };
  });
}
const PARTS = new Set([
  'FunctionCall',
  'FireAnimationFrame',
  'EventDispatch',
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.compileModule',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
  'MinorGC',
  'MajorGC',
]);

async function traced(cdp, step) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  cdp.on('Tracing.dataCollected', collect);
  const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES.split(',') },
  });
  await step();
  await cdp.send('Tracing.end');
  await done;
  cdp.off('Tracing.dataCollected', collect);
  return tasksOf(events);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function open(page, name) {
  await page.getByRole('link', { name, exact: true }).click();
  await page.waitForTimeout(OPENING_MS);
}

async function close(page) {
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/');
  await page.evaluate(() => window.overlook.screens[0].idle());
  await page.waitForTimeout(500);
}

/** Longest tasks of a page by panel and turn. */
async function measure(browser, found) {
  const viewport = { width: Number(values.width), height: Number(values.height) };
  const context = await browser.newContext({ viewport, baseURL: values.url });
  const { token } = await (await context.request.post('/api/auth/sign_in', { data: ACCOUNT })).json();
  await context.request.post('/api/auth/acceptdisclaimer', { headers: { authorization: `Bearer ${token}` } });
  await context.clearCookies();
  await context.addInitScript(dropDrawCalls);
  await context.addInitScript(seeAllBoxes);
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('contentinfo').getByText('View settled').waitFor();
  await page.waitForTimeout(5000);
  const cdp = await context.newCDPSession(page);
  if (values.samples) await cdp.send('Profiler.enable');
  for (const turn of ['first', 'again'])
    for (const name of PANELS) {
      const isSampled = values.samples !== undefined && turn === 'first';
      if (isSampled) await cdp.send('Profiler.start');
      const tasks = await traced(cdp, () => open(page, name));
      if (isSampled) {
        const { profile } = await cdp.send('Profiler.stop');
        await mkdir(values.samples, { recursive: true });
        await writeFile(path.join(values.samples, `${name}.cpuprofile`), JSON.stringify(profile));
      }
      const key = `${name}, ${turn}`;
      const longest = tasks.reduce((most, task) => (task.cpuMs > most.cpuMs ? task : most));
      found.set(key, [...(found.get(key) ?? []), longest]);
      await close(page);
    }
  await context.close();
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
const found = new Map();
for (let round = 0; round < Number(values.rounds); round++) await measure(browser, found);
await browser.close();

console.log(`${values.rounds} rounds, load ${loadavg()[0].toFixed(1)}; medians`);
for (const [key, tasks] of found) {
  const sorted = tasks.toSorted((a, b) => a.cpuMs - b.cpuMs);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const parts = [...middle.parts].toSorted(([, a], [, b]) => b - a).slice(0, 5);
  console.log(
    `${key.padEnd(24)} longest task ${middle.ms.toFixed(0).padStart(4)} ms, cpu ${median(
      tasks.map((task) => task.cpuMs),
    )
      .toFixed(0)
      .padStart(4)} ms   ` + parts.map(([part, ms]) => `${part} ${ms.toFixed(0)}`).join(', '),
  );
}
