/**
 * What people and access cost: sign-ins and session checks per second, the users list at 10,000 users on the server and in
 * Chromium, and effective permissions of a person with 50 roles that apply at 200 sites.
 *
 *   npm run build, then in e2e: npx tsx bench/people.mjs [--users 10000] [--seconds 10] [--port 4690]
 *
 * Fills an embedded database of its own in a temporary folder, or with DATABASE_URL an empty one on a PostgreSQL server,
 * and starts the server over it. Load generator, browser and server share the machine, so rates and times are bounds; "cpu" is
 * processor time of the server (of the page's main thread in Chromium), which does not count waiting for a core.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import autocannon from 'autocannon';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { fill, PASSWORD, permissionTimes } from './people/fill.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
    port: { type: 'string', default: '4690' },
  },
});
const origin = `http://127.0.0.1:${values.port}`;
const dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-people-'));
const databaseUrl = process.env.DATABASE_URL;

const sorted = (times) => [...times].sort((a, b) => a - b);
const at = (times, part) => sorted(times)[Math.floor((times.length - 1) * part)].toFixed(1);
const spread = (times) => `p50 ${at(times, 0.5)} ms   p95 ${at(times, 0.95)} ms`;
const say = (title, text) => console.log(`${title.padEnd(44)} ${text}`);

async function startServer() {
  const main = path.join(import.meta.dirname, '../../server/dist/main.js');
  // The server trusts a proxy on this machine, so that requests can come from many addresses, each with its own queue.
  const env = { ...process.env, DATA_DIR: dataDir, PORT: values.port, DEMO: 'false', TRUST_PROXY: '127.0.0.1' };
  const server = spawn(process.execPath, [main], { env: { ...env, LOG_LEVEL: 'error' }, stdio: 'inherit' });
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return server;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server did not start.');
}

/** Processor time of the server so far, all threads, in milliseconds (Linux: proc(5), in hundredths of a second). */
function cpuMs() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const json = { 'content-type': 'application/json' };
let callers = 0;
/** From an address that has sent no request yet. */
const signInRequest = (email, password) => ({
  method: 'POST',
  path: '/api/auth/sign_in',
  headers: { ...json, 'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers++ & 255}` },
  body: JSON.stringify({ email, password }),
});

async function signIn(email, password = PASSWORD) {
  const { path: where, ...init } = signInRequest(email, password);
  const answer = await fetch(origin + where, init);
  const { token } = await answer.json();
  if (token)
    await fetch(`${origin}/api/auth/acceptdisclaimer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
  return token;
}

async function load(title, connections, requests) {
  const cpuBefore = cpuMs();
  const result = await autocannon({ url: origin, connections, duration: Number(values.seconds), requests });
  const { requests: rate, latency, errors, non2xx } = result;
  const each = ((cpuMs() - cpuBefore) / rate.total).toFixed(1);
  say(title, `${rate.average.toFixed(0)} /s   p50 ${latency.p50} ms   cpu ${each} ms each   errors ${errors + non2xx}`);
}

/** Known and unknown accounts in turns, each from an address of its own. */
async function signInTimes(emails) {
  const times = { known: [], unknown: [] };
  for (const [round, email] of emails.entries())
    for (const kind of round % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const start = performance.now();
      await signIn(kind === 'known' ? email : `no.${email}`, 'wrong');
      times[kind].push(performance.now() - start);
    }
  for (const kind of ['known', 'unknown']) say(`sign-in refused, ${kind} account`, spread(times[kind]));
}

async function list(title, token, url, tries = 30) {
  const times = [];
  let bytes = 0;
  const cpuBefore = cpuMs();
  for (let i = 0; i < tries; i++) {
    const start = performance.now();
    const answer = await fetch(origin + url, { headers: { authorization: `Bearer ${token}` } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    times.push(performance.now() - start);
  }
  const each = ((cpuMs() - cpuBefore) / tries).toFixed(0);
  say(title, `${spread(times)}   cpu ${each} ms   ${(bytes / 1000).toFixed(1)} kB`);
}
const page = (input) => `/trpc/users.page?input=${encodeURIComponent(JSON.stringify(input))}`;

/** From the address to the first row, to a main thread at rest, and what a search takes to show. */
async function inBrowser(token) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  for (const visit of ['first visit', 'second visit']) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: origin });
    await context.addInitScript((session) => {
      localStorage.setItem('overlook.session-token', JSON.stringify(session));
      window.longTasks = [];
      new PerformanceObserver((entries) => {
        for (const { startTime, duration } of entries.getEntries()) window.longTasks.push(startTime + duration);
      }).observe({ type: 'longtask', buffered: true });
    }, token);
    const tab = await context.newPage();
    const cdp = await context.newCDPSession(tab);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    let bytes = 0;
    context.on('requestfinished', async (request) => {
      const sizes = await request.sizes();
      bytes += sizes.responseBodySize + sizes.responseHeadersSize;
    });
    await tab.goto('/settings/security/users');
    await tab.getByRole('row').nth(1).waitFor();
    const rowsAtMs = await tab.evaluate(() => performance.now());
    // Interactive: rows are there, and no task over 50 ms has ended in the last second.
    const interactiveAtMs = await tab.evaluate(async () => {
      for (;;) {
        const last = Math.max(0, ...window.longTasks);
        if (performance.now() - last > 1000) return last;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    const { metrics } = await cdp.send('Performance.getMetrics');
    const taskMs = 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
    const start = performance.now();
    await tab.getByRole('searchbox').fill('person 9999');
    await tab.getByText('1 of 1').first().waitFor();
    const searchMs = performance.now() - start;
    say(
      `users list in Chromium, ${visit}`,
      `rows ${rowsAtMs.toFixed(0)} ms   interactive ${Math.max(rowsAtMs, interactiveAtMs).toFixed(0)} ms   ` +
        `cpu ${taskMs.toFixed(0)} ms   ` +
        `${(bytes / 1000).toFixed(0)} kB   search ${searchMs.toFixed(0)} ms`,
    );
    await context.close();
  }
  await browser.close();
}

const filled = await fill({ dataDir, databaseUrl, users: Number(values.users) });
console.log(`${values.users} users, ${databaseUrl ? 'PostgreSQL' : 'PGlite'}, load ${loadavg()[0].toFixed(1)}`);
say(
  'effective permissions, 50 roles × 200 sites',
  spread(await permissionTimes({ dataDir, databaseUrl }, filled.busy.id)),
);
const server = await startServer();
try {
  const [admin, busy, plain] = await Promise.all(
    [filled.admin, filled.busy, filled.some[0]].map((one) => signIn(one.email)),
  );
  const check = (token) => [{ method: 'GET', path: '/api/auth/check', headers: { authorization: `Bearer ${token}` } }];
  await load(
    'sign-ins',
    20,
    filled.some.map(({ email }) => signInRequest(email, PASSWORD)),
  );
  await load('session checks, ordinary member', 50, check(plain));
  await load('session checks, 50 roles × 200 sites', 50, check(busy));
  await signInTimes(filled.some.slice(0, 100).map(({ email }) => email));
  await list('users.page, first', admin, page({}));
  await list('users.page, last', admin, page({ page: Math.floor(Number(values.users) / 50) }));
  await list('users.page, by role', admin, page({ sort: 'role' }));
  await list('users.page, search', admin, page({ search: 'person 99' }));
  await list('GET /users, all', admin, '/api/users', 5);
  const headers = { authorization: `Bearer ${admin}` };
  await fetch(`${origin}/api/auth/acceptdisclaimer`, { method: 'POST', headers });
  await inBrowser(admin);
  console.log(`load ${loadavg()[0].toFixed(1)}`);
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
}
