/**
 * A delivery to a running server, in the requests that browsers send: throughput, and the memory of the server meanwhile.
 *
 *   OVERLOOK_EMAIL=… OVERLOOK_PASSWORD=… node e2e/bench/deliveries.mjs --pid <of the server> [--url http://localhost:4500]
 *     [--files 1] [--megabytes 2048] [--site 1]
 *
 * The files are made while they are sent. The delivery is cancelled before its last byte, so that nothing is imported. Memory is read from
 * /proc (Linux). The load of the machine is printed: client and server share it.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    pid: { type: 'string' },
    files: { type: 'string', default: '1' },
    megabytes: { type: 'string', default: '2048' },
    site: { type: 'string', default: '1' },
  },
});
const MEGABYTE = 1024 * 1024;
const REQUEST_BYTES = 32 * MEGABYTE;
const files = Number(values.files);
const sizeBytes = Math.floor((Number(values.megabytes) * MEGABYTE) / files);
const email = process.env.OVERLOOK_EMAIL ?? 'admin@overlook.example';
const password = process.env.OVERLOOK_PASSWORD ?? 'overlook-admin';

const rssMegabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${values.pid}/status`, 'utf8'))[1]) / 1024;
const ask = (path, options) => fetch(new URL(path, values.url), options);
const json = { 'content-type': 'application/json' };

const signedIn = await ask('/api/auth/sign_in', {
  method: 'POST',
  headers: json,
  body: JSON.stringify({ email, password }),
});
const bearer = { authorization: `Bearer ${(await signedIn.json()).token}` };
await ask('/api/auth/acceptdisclaimer', { method: 'POST', headers: bearer });

const names = Array.from({ length: files }, (_, n) => `folder ${n % 100}/file ${n}.las`);
const list = Buffer.from(names.map((name) => `points\t${sizeBytes}\t${name}\n`).join(''));
const bytes = list.length + files * sizeBytes + 32;
const part = { part: 'points', files, bytes: files * sizeBytes };
const begun = await ask(`/api/sites/manage/${values.site}/uploads`, {
  method: 'POST',
  headers: { ...bearer, ...json },
  body: JSON.stringify({
    title: 'Benchmark',
    fingerprint: 'benchmark',
    listBytes: list.length,
    bytes,
    parts: [part],
    options: {},
  }),
});
if (!begun.ok) throw new Error(await begun.text());
const { id } = (await begun.json()).upload;

const before = rssMegabytes();
let peak = before;
const watching = setInterval(() => (peak = Math.max(peak, rssMegabytes())), 50);
const piece = Buffer.alloc(REQUEST_BYTES, 'overlook');
const startedMs = performance.now();
let offset = 0;
while (offset < bytes - 1) {
  const length = Math.min(REQUEST_BYTES, bytes - 1 - offset);
  const body =
    offset === 0 ? Buffer.concat([list, piece.subarray(0, length - list.length)]) : piece.subarray(0, length);
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset), ...bearer };
  const sent = await ask(`/api/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
    body,
  });
  if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
  offset = Number(sent.headers.get('upload-offset'));
}
const seconds = (performance.now() - startedMs) / 1000;
clearInterval(watching);
await ask(`/api/sites/manage/${values.site}/uploads/${id}/cancel`, { method: 'POST', headers: bearer });
console.log({
  files,
  megabytes: Math.round(bytes / MEGABYTE),
  seconds: Number(seconds.toFixed(1)),
  megabytesASecond: Math.round(bytes / MEGABYTE / seconds),
  memoryBeforeMb: Math.round(before),
  memoryPeakMb: Math.round(peak),
  load: loadavg()[0],
});
