/**
 * Many viewers behind a cache for tiles (docs/tile-cache.md): records the requests of one flight in a browser, and replays them at their times.
 *
 *   tsx e2e/bench/tile-cache.mjs [--url http://localhost:4500] [--server http://localhost:4501] [--viewers 1000] [--over 60]
 *                                 [--trace <file>]
 *
 * `--url` is the cache, `--server` the server behind it, whose /metrics tell what it was asked. The viewers begin within `--over` seconds.
 * The trace is kept in `--trace` and read from there the next time. Load generator, cache and server share the cores of the machine.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    server: { type: 'string', default: 'http://localhost:4501' },
    viewers: { type: 'string', default: '1000' },
    over: { type: 'string', default: '60' },
    trace: { type: 'string', default: join(tmpdir(), 'overlook-trace.json') },
  },
});
const ACCOUNT = { email: 'member@overlook.example', password: 'overlook-member' };
const FLIGHT = ['w', 'w', 'd', 'w', 'a', 'w', 's', 'd'];
const KEY_MS = 2500;
/** A file of a model, with and without a signature. */
const FILE = /^\/(?:api\/files\/models|t\/\d+\/[\w-]+)\/([^/]+\/[^/]+\/[^/]+)\/(.+)$/;

async function session() {
  const post = (path, body, headers = {}) =>
    fetch(new URL(path, values.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const { token } = await (await post('/api/auth/sign_in', JSON.stringify(ACCOUNT))).json();
  const authorization = `Bearer ${token}`;
  await post('/api/auth/acceptdisclaimer', '{}', { authorization });
  return { authorization };
}

/** Files of models that a flight over the first site requests: scope, path, and milliseconds from the first. */
async function record() {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const seen = new Map();
  page.on('request', (request) => {
    const match = FILE.exec(new URL(request.url()).pathname);
    if (match && !seen.has(match[0]))
      seen.set(`${match[1]}/${match[2]}`, { scope: match[1], path: match[2], atMs: performance.now() });
  });
  await page.goto(values.url);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.locator('footer').getByText('View settled').waitFor({ timeout: 180_000 });
  await page.locator('canvas').first().focus();
  for (const key of FLIGHT) {
    await page.keyboard.down(key);
    await page.waitForTimeout(KEY_MS);
    await page.keyboard.up(key);
  }
  await browser.close();
  const firstMs = Math.min(...[...seen.values()].map(({ atMs }) => atMs));
  return [...seen.values()]
    .map((file) => ({ ...file, atMs: Math.round(file.atMs - firstMs) }))
    .sort((a, b) => a.atMs - b.atMs);
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const counts = { files: 0, bytes: 0, redirects: 0, refused: 0, failed: 0 };
const latencies = [];

/** Reads an answer; its status, where it sends the client, and its bytes. */
const read = (path, headers) =>
  new Promise((resolve, reject) => {
    const startMs = performance.now();
    get(new URL(path, values.url), { agent, headers: { 'accept-encoding': 'br', ...headers } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk) => (bytes += chunk.length));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          location: answer.headers.location,
          bytes,
          ms: performance.now() - startMs,
        }),
      );
    }).on('error', reject);
  });

async function readFile(path) {
  try {
    const { status, bytes, ms } = await read(path, {});
    counts.files++;
    counts.bytes += bytes;
    latencies.push(ms);
    if (status !== 200) counts.refused++;
  } catch {
    counts.failed++;
  }
}

/** One person with the trace: one redirect for each folder, then its files at their signed addresses. */
async function view(trace, headers, beginMs) {
  const folders = new Map();
  const folder = async (scope, path) => {
    const { status, location } = await read(`/api/files/models/${scope}/${path}`, headers);
    counts.redirects++;
    if (status !== 307) throw new Error(`/api/files/models/${scope}/${path} answered ${status}: is TILE_KEY set?`);
    return location.slice(0, location.length - path.length);
  };
  for (const { scope, path, atMs } of trace) {
    await wait(Math.max(0, beginMs + atMs - performance.now()));
    if (!folders.has(scope)) folders.set(scope, folder(scope, path));
    const base = await folders.get(scope);
    void readFile(base + path);
  }
}

/** Requests that the server has answered since its start. */
async function answered() {
  const text = await (await fetch(new URL('/metrics', values.server))).text();
  return [...text.matchAll(/^http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

if (!existsSync(values.trace)) writeFileSync(values.trace, JSON.stringify(await record()));
const trace = JSON.parse(readFileSync(values.trace, 'utf8'));
const viewers = Number(values.viewers);
const headers = await session();
const before = await answered();
const startMs = performance.now();
await Promise.all(
  Array.from({ length: viewers }, (_, index) =>
    view(trace, headers, startMs + (index / viewers) * Number(values.over) * 1000),
  ),
);
while (counts.files + counts.failed < viewers * trace.length) await wait(100);
const seconds = (performance.now() - startMs) / 1000;
latencies.sort((a, b) => a - b);
const percentile = (part) => Math.round(latencies[Math.floor(part * (latencies.length - 1))] * 10) / 10;
const requests = (await answered()) - before - 1;
console.log(
  `${viewers} viewers, a trace of ${trace.length} files over ${Math.round(trace.at(-1).atMs / 1000)} s, load ${loadavg()[0].toFixed(1)}`,
);
console.log(
  `${counts.files} files, ${(counts.bytes / 1e9).toFixed(1)} GB in ${seconds.toFixed(0)} s: ${Math.round(counts.files / seconds)} a second; ${counts.refused} refused, ${counts.failed} failed`,
);
console.log(`latency, ms: median ${percentile(0.5)}, p95 ${percentile(0.95)}, p99 ${percentile(0.99)}`);
console.log(
  `the server answered ${requests} requests, ${counts.redirects} of them for an address: ${(requests / counts.files).toFixed(4)} a tile`,
);
