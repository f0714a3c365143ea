/**
 * The session check (`GET /api/auth/check`) of a running server beside a bare Fastify with the same look-up.
 *
 *   DATABASE_URL=postgres://… node e2e/bench/session-check.mjs [--url http://localhost:4500] [--rounds 3] [--seconds 5]
 *
 * `--path` measures another answer, such as /api/sites/all, beside the same look-up with as many bytes.
 *
 * The server must use that database too. The bare one is a process of its own: Fastify and postgres.js, one prepared
 * statement that joins session and user, and an answer of as many bytes. Both are measured in turn, round by round,
 * because the load of a machine changes: compare within a round. Each connection has a session of its own. OVERLOOK_EMAIL
 * and OVERLOOK_PASSWORD name another account.
 */
import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4500' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
    path: { type: 'string', default: '/api/auth/check' },
    bare: { type: 'string' },
  },
});

/** A package as a workspace package sees it. */
const load = (workspace, name) =>
  import(pathToFileURL(createRequire(new URL(`../../${workspace}/package.json`, import.meta.url)).resolve(name)).href);

async function serveBare(bytes) {
  const { default: Fastify } = await load('server', 'fastify');
  const { default: postgres } = await load('db', 'postgres');
  const sql = postgres(process.env.DATABASE_URL, { max: 10, connection: { jit: 'off' } });
  const padding = 'x'.repeat(bytes);
  const app = Fastify();
  app.get('/check', async (request) => {
    const hash = createHash('sha256').update(request.headers.authorization.slice(7)).digest('hex');
    const [row] = await sql`
      select s.user_id, s.last_used_at, s.ends_at, u.disabled_at, u.archived_at
      from sessions s join users u on u.id = s.user_id where s.token_hash = ${hash}`;
    return { ...row, padding };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send(app.server.address().port);
}

async function signIn() {
  const answer = await fetch(new URL('/api/auth/sign_in', values.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: process.env.OVERLOOK_EMAIL ?? 'member@overlook.example',
      password: process.env.OVERLOOK_PASSWORD ?? 'overlook-member',
    }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}.`);
  return (await answer.json()).token;
}

async function compare() {
  const { default: autocannon } = await import('autocannon');
  const connections = Number(values.connections);
  const sessions = [];
  for (let i = 0; i < connections; i++) sessions.push({ authorization: `Bearer ${await signIn()}` });
  const ours = new URL(values.path, values.url).href;
  const bytes = (await (await fetch(ours, { headers: sessions[0] })).text()).length;
  const child = fork(fileURLToPath(import.meta.url), ['--bare', String(bytes)]);
  const [port] = await once(child, 'message');
  const rate = async (url) => {
    let next = 0;
    const setupClient = (client) => client.setHeaders(sessions[next++ % connections]);
    const options = { url, setupClient, connections, duration: Number(values.seconds) };
    const { requests, non2xx, errors } = await autocannon(options);
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} failures.`);
    return requests.average;
  };
  try {
    console.log(`${bytes} bytes, ${values.connections} connections, ${values.seconds} s each`);
    for (let round = 1; round <= Number(values.rounds); round++) {
      const bare = await rate(`http://127.0.0.1:${port}/check`);
      const own = await rate(ours);
      const share = ((100 * own) / bare).toFixed(0);
      const load = loadavg()[0].toFixed(1);
      console.log(`round ${round}: ours ${own.toFixed(0)} /s, bare ${bare.toFixed(0)} /s, ${share} %, load ${load}`);
    }
  } finally {
    child.kill();
  }
}

await (values.bare ? serveBare(Number(values.bare)) : compare());
