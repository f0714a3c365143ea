import { setTimeout as delay } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { type Database, openDatabase } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { type Client, createClient } from './client.ts';
import { createJournal } from './journal.ts';
import { runExporter } from './load/exporters.ts';
import type { Topology } from './topology.ts';
import { GUARDED_TOKEN, type World } from './world.ts';

const REQUESTS = 10_000;
const SENDERS = 8;
const KILLS = 10;
const TURNS = 20;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

interface Measured {
  readonly topology: Topology;
  readonly world: World;
  say(line: string): void;
}

/** Requests that get no answer, or that of a server that cannot, while the servers are restarted one after another. */
async function measureRollingRestart({ topology, world, say }: Measured): Promise<void> {
  const client = createClient(topology.origin, world.members[0]!, createJournal());
  const lost: string[] = [];
  let sent = 0;
  const restarting = new AbortController();
  async function send(): Promise<void> {
    while (sent < REQUESTS || !restarting.signal.aborted) {
      sent++;
      const path = sent % 4 === 0 ? `/api/sites/${world.siteId}/mocs/pois` : '/api/auth/check';
      const answer = await client.ask({ path }).catch((error: Error) => ({ status: String(error.cause ?? error) }));
      if (answer.status !== 200) lost.push(String(answer.status));
    }
  }
  const startedAt = performance.now();
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  for (const { process } of topology.servers) {
    await process.end('SIGTERM');
    await process.start();
    // The balancer looks twice a second.
    await delay(1500);
  }
  const restartedAt = performance.now();
  restarting.abort();
  await senders;
  say(
    `rolling restart of three servers in ${seconds(restartedAt - startedAt)}: ${sent} requests, ${lost.length} lost ${[...new Set(lost)].join(', ')}`,
  );
}

/** From the kill of a worker within an export to its beginning in the other one. */
async function measureTakeOver({ topology, world, say }: Measured, { db }: Database): Promise<void> {
  const ended = new AbortController();
  const exporter = createClient(topology.origin, world.exporter, createJournal());
  const pause = async () => {
    await delay(1000);
    return !ended.signal.aborted;
  };
  const exporting = runExporter({ world, journal: createJournal(), client: exporter }, pause);
  const waitsMs: number[] = [];
  const worker = topology.workers[0]!.process;
  while (waitsMs.length < KILLS) {
    const isRunning = and(eq(jobs.kind, 'exports.crop'), eq(jobs.status, 'running'));
    const [job] = await db.select({ id: jobs.id, owner: jobs.leaseOwner }).from(jobs).where(isRunning);
    if (!job) {
      await delay(10);
      continue;
    }
    await worker.end('SIGKILL');
    const killedAtMs = performance.now();
    // The killed one is started only later, so that the other one takes over.
    for (;;) {
      const [now] = await db
        .select({ owner: jobs.leaseOwner, status: jobs.status })
        .from(jobs)
        .where(eq(jobs.id, job.id));
      const isTaken = now?.status === 'running' && now.owner !== job.owner;
      if (isTaken) waitsMs.push(performance.now() - killedAtMs);
      // It was the other one's.
      if (isTaken || now === undefined || now.status === 'completed') break;
      await delay(10);
    }
    await worker.start();
  }
  ended.abort();
  await exporting;
  say(
    `kill of a worker to its job running in the other one, ${KILLS} kills: ${seconds(Math.min(...waitsMs))} to ${seconds(Math.max(...waitsMs))}, median ${seconds(median(waitsMs))}`,
  );
}

/** From the answer that a permission has ended to the sending of the last read that a server allows. */
async function measureRefusal({ topology, world, say }: Measured): Promise<void> {
  const { siteId, guardedRoleId: id } = world;
  const admin = createClient(topology.origin, world.admin, createJournal());
  const readers = topology.servers.map(({ origin }) => createClient(origin, world.guarded, createJournal()));
  /** Where a server is too busy to say that it is ready, the balancer refuses. */
  async function untilAnswered(request: Parameters<Client['ask']>[0]): Promise<Record<string, unknown>> {
    for (;;) {
      const { status, body } = await admin.ask(request);
      if (status === 200) return body;
      await delay(100);
    }
  }
  async function turn(isGranted: boolean): Promise<void> {
    const { role } = await untilAnswered({ path: `/api/permissions/roles/${id}` });
    const { displayName, version } = role as { displayName: string; version: number };
    const explicitPermissions = { [siteId]: { 'VIEW:SHADED': true, [GUARDED_TOKEN]: isGranted } };
    const json = { displayName, version, explicitPermissions };
    await untilAnswered({ method: 'POST', path: `/api/permissions/roles/put/${id}`, json });
  }
  async function untilRefused(reader: Client): Promise<number> {
    for (;;) {
      const sentAtMs = performance.now();
      const { status } = await reader.ask({ path: `/api/sites/${siteId}/mocs/pois` });
      if (status === 404) return sentAtMs;
    }
  }
  async function measure(name: string): Promise<void> {
    const waitsMs: number[] = [];
    for (let i = 0; i < TURNS; i++) {
      await turn(true);
      await Promise.all(readers.map((reader) => reader.ask({ path: `/api/sites/${siteId}/mocs/pois` })));
      const refused = readers.map(untilRefused);
      await turn(false);
      const endedAtMs = performance.now();
      for (const refusedAtMs of await Promise.all(refused)) waitsMs.push(Math.max(0, refusedAtMs - endedAtMs));
    }
    say(
      `${name}: end of a permission to refusal at each of three servers, ${TURNS} changes: median ${median(waitsMs).toFixed(0)} ms, at most ${Math.max(...waitsMs).toFixed(0)} ms`,
    );
  }
  await measure('with notices');
  for (const { links } of topology.servers) for (const link of links.databases) link.set('silent');
  await measure('without notices');
  for (const { links } of topology.servers) for (const link of links.databases) link.set('open');
}

/** Prints the figures of docs/performance.md. Servers and workers run. */
export async function measureFigures(measured: Measured): Promise<void> {
  const database = await openDatabase({ databaseUrl: measured.topology.databaseUrl, dataDir: '' });
  try {
    await measureRollingRestart(measured);
    await measureTakeOver(measured, database);
    await measureRefusal(measured);
  } finally {
    await database.close();
  }
}
