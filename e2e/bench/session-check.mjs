/**
 * The session check (`GET /api/auth/check`) of a running server beside a bare Fastify with the same look-up.
 *
 *   DATABASE_URL=postgres://… node e2e/bench/session-check.mjs [--url http://localhost:4500] [--rounds 3] [--seconds 5]
 *
 * `--path` measures another answer, such as /api/sites/all, beside the same look-up with as many bytes; it may be given
 * several times, and so may `--url`, for two builds on one database. `--pid` names the processes of the servers in the same
 * order, whose processor time is then printed too: it does not count waiting for a core.
 *
 * The server must use that database too. The bare one is a process of its own: Fastify and postgres.js, one prepared
 * statement that joins session and user, and an answer of as many bytes. Without DATABASE_URL it has an embedded database
 * in memory with the sessions alone. All are measured in turn, round by round, because the load of a machine changes:
 * compare within a round. Each connection has a session of its own. OVERLOOK_EMAIL and OVERLOOK_PASSWORD name another
 * account.
 */
import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    url: { type: 'string', multiple: true, default: ['http://localhost:4500'] },
    pid: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
    path: { type: 'string', multiple: true, default: ['/api/auth/check'] },
    bare: { type: 'boolean', default: false },
  },
});

/** A package as a workspace package sees it. */
const load = (workspace, name) =>
  import(pathToFileURL(createRequire(new URL(`../../${workspace}/package.json`, import.meta.url)).resolve(name)).href);

const LOOK_UP = `
  select s.user_id, s.last_used_at, s.ends_at, u.disabled_at, u.archived_at
  from sessions s join users u on u.id = s.user_id where s.token_hash = $1`;

const hashOf = (authorization) => createHash('sha256').update(authorization.slice(7)).digest('hex');

/** The look-up in PostgreSQL; in an embedded database with the sessions of these headers where there is none. */
async function lookUpFor(authorizations) {
  if (process.env.DATABASE_URL) {
    const { default: postgres } = await load('db', 'postgres');
    const sql = postgres(process.env.DATABASE_URL, { max: 10, connection: { jit: 'off' } });
    return async (hash) => (await sql.unsafe(LOOK_UP, [hash], { prepare: true }))[0];
  }
  const { PGlite } = await load('db', '@electric-sql/pglite');
  const database = new PGlite();
  await database.exec(`
    create table users (id int primary key, disabled_at timestamptz, archived_at timestamptz);
    create table sessions (token_hash text primary key, user_id int, last_used_at timestamptz, ends_at timestamptz);
    insert into users values (1);`);
  for (const one of authorizations)
    await database.query(`insert into sessions values ($1, 1, now(), now())`, [hashOf(one)]);
  return async (hash) => (await database.query(LOOK_UP, [hash])).rows[0];
}

async function serveBare(authorizations) {
  const { default: Fastify } = await load('server', 'fastify');
  const lookUp = await lookUpFor(authorizations);
  const app = Fastify();
  app.get('/check/:bytes', async ({ headers, params }) => {
    const row = await lookUp(hashOf(headers.authorization));
    return { ...row, padding: paddingOf(Number(params.bytes)) };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send(app.server.address().port);
}

const paddings = new Map();
function paddingOf(bytes) {
  if (!paddings.has(bytes)) paddings.set(bytes, 'x'.repeat(bytes));
  return paddings.get(bytes);
}

async function signIn(url) {
  const answer = await fetch(new URL('/api/auth/sign_in', url), {
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

/** Processor time of a process so far, all threads, in milliseconds (Linux: proc(5), in hundredths of a second). */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const connections = Number(values.connections);

/** Answers per second, and the processor time of each where the process is known. */
async function measure(url, pid, sessions) {
  let next = 0;
  const setupClient = (client) => client.setHeaders(sessions[next++ % connections]);
  const before = pid && cpuMs(pid);
  const options = { url, setupClient, connections, duration: Number(values.seconds) };
  const { requests, non2xx, errors } = await load('e2e', 'autocannon').then((one) => one.default(options));
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} failures.`);
  return { rate: requests.average, cpu: pid ? (cpuMs(pid) - before) / requests.total : Number.NaN };
}

const textOf = ({ rate, cpu }) => `${rate.toFixed(0)} /s (${cpu.toFixed(2)} ms)`;

async function compare() {
  const servers = [];
  for (const [index, url] of values.url.entries()) {
    const sessions = [];
    for (let i = 0; i < connections; i++) sessions.push({ authorization: `Bearer ${await signIn(url)}` });
    servers.push({ url, sessions, pid: values.pid[index] });
  }
  const bare = fork(fileURLToPath(import.meta.url), ['--bare']);
  bare.send(servers[0].sessions.map(({ authorization }) => authorization));
  const [port] = await once(bare, 'message');
  try {
    console.log(`${connections} connections, ${values.seconds} s each, processor time of each answer in brackets`);
    for (let round = 1; round <= Number(values.rounds); round++)
      for (const path of values.path) {
        const first = await fetch(new URL(path, servers[0].url), { headers: servers[0].sessions[0] });
        const bytes = (await first.text()).length;
        const least = await measure(`http://127.0.0.1:${port}/check/${bytes}`, bare.pid, servers[0].sessions);
        console.log(`round ${round}, ${path}, ${bytes} bytes, load ${loadavg()[0].toFixed(1)}: bare ${textOf(least)}`);
        for (const { url, sessions, pid } of servers) {
          const own = await measure(new URL(path, url).href, pid, sessions);
          const share = [own.rate / least.rate, least.cpu / own.cpu].map((one) => `${(100 * one).toFixed(0)} %`);
          console.log(`  ${url} ${textOf(own)}: ${share[0]} of the rate, ${share[1]} by processor time`);
        }
      }
  } finally {
    bare.kill();
  }
}

if (values.bare) process.once('message', serveBare);
else await compare();
