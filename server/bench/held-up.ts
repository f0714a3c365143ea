/**
 * How long each operation whose cost grows with the stored data holds up everybody else.
 *
 *   npx tsx bench/held-up.ts [--mocs 1900] [--users 20000] [--audit 50000] [--objects 200000] [--only PGlite]   (in server)
 *
 * Starts the server in a process of its own, first on the embedded database and then on PostgreSQL (127.0.0.1:5432, or
 * TEST_POSTGRES_URL), with a site at its largest. While an operation runs, `/livez` is requested every 20 ms on a connection of its
 * own. Prints the time of each operation, the longest wait of `/livez`, and the most processor time that the main thread of the server
 * took between two turns of its event loop, which does not grow with the load of the machine (Linux only); at the end the
 * operations for which that was more than 200 ms.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { databaseKinds } from '../src/testing/database-kinds.ts';
import { startTestServer } from '../src/testing/test-server.ts';
import { anAdministrator } from '../src/testing/people.ts';
import { fillSite } from './held-up-data.ts';

const { values } = parseArgs({
  options: {
    mocs: { type: 'string', default: '1900' },
    users: { type: 'string', default: '20000' },
    audit: { type: 'string', default: '50000' },
    objects: { type: 'string', default: '200000' },
    only: { type: 'string' },
    serve: { type: 'string' },
  },
});
const HELD_MOST_MS = 200;
const EVERY_MS = 20;

/** Processor time of the main thread of this process, milliseconds. */
const mainThreadMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

interface Ready {
  readonly port: number;
  readonly token: string;
  readonly plant: number;
  readonly farm: number;
  readonly starred: number;
}

async function serve(name: string): Promise<void> {
  const { kinds, drop } = await databaseKinds();
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no ${name} here.`);
  const server = await startTestServer({}, undefined, kind.open);
  const { token } = await anAdministrator(server);
  const { plant, farm } = server.siteIds;
  const counts = { mocs: Number(values.mocs), users: Number(values.users), audit: Number(values.audit) };
  const starred = await fillSite(server.database.db, { plant, farm, ...counts, objects: Number(values.objects) });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  let [last, longest] = [mainThreadMs(), 0];
  setInterval(() => {
    const now = mainThreadMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  process.on('message', async (message) => {
    if (message === 'end') {
      await server.close();
      await drop();
      process.exit();
    }
    process.send!(longest);
    longest = 0;
  });
  process.send!({ port, token, plant, farm, starred } satisfies Ready);
}

/** Requests `/livez` until `stop`, which resolves to the longest wait in milliseconds. */
function watch(port: number): { stop(): Promise<number> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const over = new AbortController();
  let longest = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const at = performance.now();
      get({ port, path: '/livez', agent }, (answer) => {
        answer.resume().on('end', () => {
          longest = Math.max(longest, performance.now() - at);
          resolve();
        });
      }).on('error', reject);
    });
  const run = (async () => {
    while (!over.signal.aborted) {
      await ask();
      await wait(EVERY_MS);
    }
  })();
  return {
    async stop() {
      over.abort();
      await run;
      agent.destroy();
      return longest;
    },
  };
}

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: Buffer;
  readonly type?: string;
}

async function ask({ port, token }: Ready, { method = 'GET', path, body, type }: Asked): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) };
  const sent = request({ port, path, method, headers });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const bytes = await buffer(answer);
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${bytes.toString().slice(0, 200)}`);
  return bytes;
}

/** The operations that only read, by name. */
function pathsOf({ plant, starred }: Ready): Record<string, string> {
  const input = (value: object) => encodeURIComponent(JSON.stringify(value));
  const moc = input({ siteId: plant, id: starred });
  return {
    'nothing else': '/livez',
    'sites list': '/api/sites/all',
    changes: `/api/sites/${plant}/mocs/pois`,
    'changes as a list': `/trpc/mocs.list?input=${input({ siteId: plant })}`,
    'areas of changes': `/trpc/mocs.areas?input=${input({ siteId: plant })}`,
    'one change': `/trpc/mocs.get?input=${moc}`,
    'history of a change': `/trpc/mocs.history?input=${moc}`,
    'comments of a change': `/trpc/mocs.comments?input=${moc}`,
    'changes as GeoJSON': `/api/sites/${plant}/mocs/export.geojson`,
    'changes as CSV': `/api/sites/${plant}/mocs/export.csv`,
    'changes as BCF': `/api/sites/${plant}/mocs/export.bcfzip`,
    'what a change touches': `/trpc/mocs.touched?input=${moc}`,
    'the same again': `/trpc/mocs.touchedFeatures?input=${moc}`,
    'the same as CSV': `/api/sites/${plant}/mocs/${starred}/touched.csv`,
    'search of objects': `/api/sites/${plant}/cad/search?query=Item`,
    users: '/api/users',
    'users, searched': `/trpc/users.page?input=${input({ search: 'a e', status: 'all', sort: 'role', direction: 'asc', page: 1, pageSize: 100 })}`,
    audit: '/api/audit',
    'audit as CSV': '/api/audit/csv',
    Places: `/trpc/snapshots.user?input=${input({ siteId: plant })}`,
  };
}

async function measure(name: string): Promise<string[]> {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--serve', name]);
  const [ready] = (await once(child, 'message')) as [Ready];
  const { plant, farm, port } = ready;
  const tooLong: string[] = [];
  /** The most processor time of a turn since the last call. */
  const longestTurn = async (): Promise<number> => {
    child.send('turn');
    const [longestMs] = (await once(child, 'message')) as [number];
    return longestMs;
  };
  const time = async (what: string, run: () => Promise<unknown>) => {
    await longestTurn();
    const livez = watch(port);
    const at = performance.now();
    const problem = await run().then(
      () => '',
      (error: Error) => ` (${error.message})`,
    );
    const took = performance.now() - at;
    const longest = await livez.stop();
    const turn = await longestTurn();
    if (turn > HELD_MOST_MS || problem) tooLong.push(`${name}, ${what}`);
    const load = loadavg()[0]!.toFixed(1);
    console.log(
      `${name}, ${what}: ${took.toFixed(0)} ms, /livez ${longest.toFixed(0)} ms, a turn ${turn.toFixed(0)} ms, load ${load}${problem}`,
    );
  };
  try {
    for (const [what, path] of Object.entries(pathsOf(ready))) await time(what, () => ask(ready, { path }));
    const file = await ask(ready, { path: `/api/sites/${plant}/mocs/export.bcfzip` });
    const boundary = 'held-up';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="bcf"; filename="a.bcfzip"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const type = `multipart/form-data; boundary=${boundary}`;
    const path = `/api/sites/${farm}/mocs/import.bcfzip`;
    await time('import of a BCF file', () => ask(ready, { method: 'POST', path, body, type }));
  } finally {
    child.send('end');
    await once(child, 'exit');
  }
  return tooLong;
}

if (values.serve) await serve(values.serve);
else {
  const { kinds, drop } = await databaseKinds();
  await drop();
  const tooLong: string[] = [];
  for (const { name } of kinds) if (!values.only || values.only === name) tooLong.push(...(await measure(name)));
  console.log(tooLong.length === 0 ? 'No turn took 200 ms of processor time.' : `Too long: ${tooLong.join('; ')}`);
}
