/**
 * A long mixed load on a running server: users who read, and beside them one large operation after the other. Each minute it
 * prints the longest waits of `/livez`, failures, and the memory, files and threads of the server, which must not grow.
 *
 *   node e2e/bench/mixed-load.mjs --pid $(pgrep -f server/dist/main.js) [--url http://localhost:4500] [--minutes 60] [--users 7]
 *
 * OVERLOOK_EMAIL and OVERLOOK_PASSWORD name an account that may see users, audit and changes; default: the demo's administrator.
 * Run it where nothing else runs: the generator shares the cores with the server.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    pid: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    users: { type: 'string', default: '7' },
  },
});
const BETWEEN_MS = 30;
const LIVE_EVERY_MS = 20;
const TOO_LONG_MS = 200;

async function signIn() {
  const answer = await fetch(new URL('/api/auth/sign_in', values.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: process.env.OVERLOOK_EMAIL ?? 'admin@overlook.example',
      password: process.env.OVERLOOK_PASSWORD ?? 'overlook-admin',
    }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}.`);
  return (await answer.json()).token;
}

const until = Date.now() + Number(values.minutes) * 60_000;
const headers = { authorization: `Bearer ${await signIn()}` };
/** Of the present minute. */
let minute = emptyMinute();
let present = 'nothing large';

function emptyMinute() {
  return { requests: 0, failures: [], waits: [], longest: 0, within: '' };
}

async function read(path, init = {}) {
  minute.requests++;
  const answer = await fetch(new URL(path, values.url), { ...init, headers: { ...headers, ...init.headers } }).catch(
    (error) => ({ ok: false, status: error.cause?.code ?? error.message, arrayBuffer: async () => null }),
  );
  const body = await answer.arrayBuffer();
  // A refusal of too many requests at once is an answer.
  if (!answer.ok && answer.status !== 429) minute.failures.push(`${answer.status} ${path}`);
  return body;
}

const { sites } = JSON.parse(new TextDecoder().decode(await read('/api/sites/all')));
const input = (value) => encodeURIComponent(JSON.stringify(value));
const light = ['/api/auth/check', '/api/sites/all', '/api/models/all'];
const large = [];
for (const { id } of sites) {
  light.push(`/trpc/mocs.list?input=${input({ siteId: id })}`, `/trpc/mocs.areas?input=${input({ siteId: id })}`);
  for (const name of ['pois', 'export.geojson', 'export.csv', 'export.bcfzip'])
    large.push(`/api/sites/${id}/mocs/${name}`);
}
large.push('/api/users', '/api/audit/csv');

async function runUser(first) {
  for (let at = first; Date.now() < until; at++) {
    await read(light[at % light.length]);
    await wait(BETWEEN_MS);
  }
}

async function runLarge() {
  for (let at = 0; Date.now() < until; at++) {
    present = large[at % large.length];
    await read(present);
  }
}

async function watchLife() {
  while (Date.now() < until) {
    const start = performance.now();
    await read('/livez');
    const tookMs = performance.now() - start;
    minute.waits.push(tookMs);
    if (tookMs > minute.longest) Object.assign(minute, { longest: tookMs, within: present });
    await wait(LIVE_EVERY_MS);
  }
}

/** Resident megabytes, open files and threads of the server (Linux: proc(5)). */
function resources() {
  if (!values.pid) return '';
  const status = readFileSync(`/proc/${values.pid}/status`, 'utf8');
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]);
  const links = readdirSync(`/proc/${values.pid}/fd`).length;
  return `, ${(of('VmRSS') / 1024).toFixed(0)} MB, ${links} files, ${of('Threads')} threads`;
}

async function report() {
  for (let count = 1; Date.now() < until; count++) {
    await wait(Math.min(60_000, Math.max(0, until - Date.now())));
    const { requests, failures, waits, longest, within } = minute;
    minute = emptyMinute();
    const sorted = waits.toSorted((a, b) => a - b);
    const at = (share) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
    const tooLong = waits.filter((one) => one > TOO_LONG_MS).length;
    console.log(
      `minute ${count}, load ${loadavg()[0].toFixed(1)}: ${requests} requests, ${failures.length} failures ${failures[0] ?? ''}` +
        `, /livez p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${longest.toFixed(0)} ms (${within}), ${tooLong} over ${TOO_LONG_MS}` +
        resources(),
    );
  }
}

const users = Array.from({ length: Number(values.users) }, (_, index) => runUser(index));
await Promise.all([...users, runLarge(), watchLife(), report()]);
