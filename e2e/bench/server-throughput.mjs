/**
 * Tile requests per second of a running server, with the demo member's permissions checked on each.
 *
 *   node e2e/bench/server-throughput.mjs [--url http://localhost:4500] [--seconds 10] [--connections 50]
 *
 * OVERLOOK_EMAIL and OVERLOOK_PASSWORD name another account. Walks the tilesets that the account sees, then asks for
 * their contents in turn: as they are, pre-compressed, as byte ranges, and as "do you have it still" (304); and for the
 * session check, which asks the database each time. Start the server with and without DATABASE_URL to compare
 * databases. The load generator shares the machine's cores with the server, so this is a lower bound.
 */
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '50' },
  },
});
const TILES_AT_MOST = 400;
const email = process.env.OVERLOOK_EMAIL ?? 'member@overlook.example';
const password = process.env.OVERLOOK_PASSWORD ?? 'overlook-member';

async function ask(path, init = {}) {
  const answer = await fetch(new URL(path, values.url), init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer;
}

async function signIn() {
  const body = JSON.stringify({ email, password });
  const answer = await ask('/api/auth/sign_in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { token } = await answer.json();
  await ask('/api/auth/acceptdisclaimer', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  return token;
}

const contentsOf = (tile) => [tile.content, ...(tile.contents ?? [])].filter(Boolean).map(({ uri, url }) => uri ?? url);

/** Paths of the contents below a tileset, external tilesets included, until there are enough. */
async function collect(path, headers, found) {
  const { root } = await (await ask(path, { headers })).json();
  const waiting = root ? [root] : [];
  while (waiting.length > 0 && found.length < TILES_AT_MOST) {
    const tile = waiting.shift();
    waiting.push(...(tile.children ?? []));
    for (const uri of contentsOf(tile)) {
      const { pathname } = new URL(uri, new URL(path, values.url));
      if (pathname.endsWith('.json')) await collect(pathname, headers, found);
      else if (!uri.includes('{')) found.push(pathname);
    }
  }
}

async function measure(title, requests, headers) {
  const result = await autocannon({
    url: values.url,
    connections: Number(values.connections),
    duration: Number(values.seconds),
    requests: requests.map((request) => ({ method: 'GET', ...request, headers: { ...headers, ...request.headers } })),
  });
  const { requests: rate, latency, throughput } = result;
  const megabytes = (throughput.average / 1e6).toFixed(0);
  console.log(
    `${title.padEnd(28)} ${rate.average.toFixed(0).padStart(6)} /s   p50 ${latency.p50} ms   p99 ${latency.p99} ms   ` +
      `${megabytes} MB/s   errors ${result.errors + result.non2xx - (result.statusCodeStats?.[304]?.count ?? 0)}`,
  );
}

const headers = { authorization: `Bearer ${await signIn()}` };
const { models } = await (await ask('/api/models/all', { headers })).json();
const paths = [];
for (const { filepath } of models.filter((model) => model.filepath.endsWith('tileset.json')))
  await collect(filepath, headers, paths);
if (paths.length === 0) throw new Error(`${email} sees no tiles.`);
const etags = await Promise.all(
  paths.map(async (path) => (await ask(path, { method: 'HEAD', headers })).headers.get('etag')),
);
console.log(`${paths.length} tiles, ${values.connections} connections, ${values.seconds} s each`);

await measure(
  'tiles as they are',
  paths.map((path) => ({ path })),
  { ...headers, 'accept-encoding': 'identity' },
);
await measure(
  'tiles pre-compressed',
  paths.map((path) => ({ path })),
  { ...headers, 'accept-encoding': 'br' },
);
await measure(
  'tiles, first 4 kB',
  paths.map((path) => ({ path })),
  { ...headers, range: 'bytes=0-4095' },
);
await measure(
  'tiles not changed (304)',
  paths.map((path, i) => ({ path, headers: { 'if-none-match': etags[i] } })),
  headers,
);
await measure('session check', [{ path: '/api/auth/check' }], headers);
