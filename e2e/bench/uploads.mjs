/**
 * Attachments uploaded at once to a running server: throughput, and the memory of the server meanwhile.
 *
 *   OVERLOOK_EMAIL=… OVERLOOK_PASSWORD=… node e2e/bench/uploads.mjs --pid <of the server> [--url http://localhost:4500]
 *     [--files 5] [--megabytes 100]
 *
 * The files are made while they are sent, so that the client needs no memory for them. Memory is read from /proc (Linux).
 * The uploads belong to no change, and the server removes them after a day. The load of the machine is printed: client and
 * server share it.
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    pid: { type: 'string' },
    files: { type: 'string', default: '5' },
    megabytes: { type: 'string', default: '100' },
  },
});
const MEGABYTE = 1024 * 1024;
const sizeBytes = Number(values.megabytes) * MEGABYTE;
const email = process.env.OVERLOOK_EMAIL ?? 'admin@overlook.example';
const password = process.env.OVERLOOK_PASSWORD ?? 'overlook-admin';

const rssMegabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${values.pid}/status`, 'utf8'))[1]) / 1024;

async function signIn() {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(new URL('/api/auth/sign_in', values.url), {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { token } = await answer.json();
  const bearer = { authorization: `Bearer ${token}` };
  await fetch(new URL('/api/auth/acceptdisclaimer', values.url), { method: 'POST', headers: bearer });
  return bearer;
}

function* pieces() {
  yield '--x\r\nContent-Disposition: form-data; name="attachment"; filename="big.pdf"\r\n\r\n';
  const head = Buffer.from('%PDF-1.7\n');
  yield head;
  const piece = Buffer.alloc(64 * 1024, 'overlook');
  for (let left = sizeBytes - head.length; left > 0; left -= piece.length) yield piece.subarray(0, left);
  yield '\r\n--x--\r\n';
}

const upload = (bearer) =>
  new Promise((resolve, reject) => {
    const sent = request(
      new URL('/api/files/attachments/upload', values.url),
      { method: 'POST', headers: { ...bearer, 'content-type': 'multipart/form-data; boundary=x' } },
      async (response) => {
        const text = (await response.toArray()).join('');
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${response.statusCode} ${text}`));
      },
    );
    sent.on('error', reject);
    Readable.from(pieces()).pipe(sent);
  });

const bearer = await signIn();
const before = rssMegabytes();
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, rssMegabytes())), 20);
const start = performance.now();
await Promise.all(Array.from({ length: Number(values.files) }, () => upload(bearer)));
const seconds = (performance.now() - start) / 1000;
clearInterval(watch);
const total = Number(values.files) * Number(values.megabytes);
console.log(
  `${values.files} × ${values.megabytes} MB: ${seconds.toFixed(1)} s, ${(total / seconds).toFixed(0)} MB/s; ` +
    `server rss ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; load ${loadavg()[0].toFixed(1)}`,
);
