import { sql } from 'drizzle-orm';
import { type ConnectionFacts, type Db, probeConnection } from '@overlook/db';
import { DATABASE_SLOW_MS } from '@overlook/shared/config';
import type { CheckFinding } from '@overlook/shared/schemas';
import type { Env } from '../../../env.ts';
import { failure, warning, when } from './finding.ts';

/** Versions of PostgreSQL from this one on are maintained (this one until November 2027). */
const MAINTAINED_FROM = 15;
const CLOCKS_APART_MS = 5000;
const LAG_SECONDS = 60;
/** Part of all connections. */
const CONNECTIONS_MOST = 0.9;

export interface DatabaseFacts {
  readonly version: string;
  readonly latencyMs: number;
  /** Its clock minus that of this machine. */
  readonly clockAheadMs: number;
  readonly isReadOnly: boolean;
  readonly connections: { readonly used: number; readonly most: number };
  /** Of the slowest standby; null where there is none, or it is not told. */
  readonly lagSeconds: number | null;
  /** Machines that have connections of our role. */
  readonly machines: number;
  /** What the two addresses lead to; null for the embedded database, and where there is no second address. */
  readonly pool: ConnectionFacts | null;
  readonly direct: ConnectionFacts | null;
}

const isPool = ({ hearsNotices, backendIds }: ConnectionFacts): boolean =>
  !hearsNotices || new Set(backendIds).size > 1;

function addressFindings({ pool, direct }: Pick<DatabaseFacts, 'pool' | 'direct'>): CheckFinding[] {
  if (!pool) return [];
  if (!direct) return when(isPool(pool), () => failure('database.pooled'));
  const isSame = direct.name === pool.name && direct.startedAt === pool.startedAt;
  return [
    ...when(isPool(direct), () => failure('database.directPooled')),
    ...when(!isSame, () => failure('database.directOther')),
  ];
}

/** What the answers of the database tell. `hasKey`: SECRET_KEY is set. */
export function databaseFindings(facts: DatabaseFacts, hasKey: boolean): CheckFinding[] {
  const { version, latencyMs, clockAheadMs, connections, lagSeconds, machines } = facts;
  const { used, most } = connections;
  const apartMs = Math.abs(clockAheadMs);
  return [
    ...when(Number.parseInt(version, 10) < MAINTAINED_FROM, () => warning('database.old', { version })),
    ...when(facts.isReadOnly, () => failure('database.readOnly')),
    ...addressFindings(facts),
    ...when(lagSeconds !== null && lagSeconds > LAG_SECONDS, () =>
      warning('database.replicationLag', { seconds: Math.round(lagSeconds!) }),
    ),
    ...when(latencyMs > DATABASE_SLOW_MS, () => warning('database.slow', { ms: Math.round(latencyMs) })),
    ...when(used > CONNECTIONS_MOST * most, () => warning('database.connections', { used, most })),
    ...when(apartMs > CLOCKS_APART_MS, () => failure('clock.apart', { seconds: Math.round(apartMs / 1000) })),
    ...when(machines > 1 && !hasKey, () => failure('secretKey.missing', { machines })),
  ];
}

/** Asks the database. Throws what the driver throws. */
export async function databaseFacts(
  db: Db,
  { databaseUrl, databaseDirectUrl }: Pick<Env, 'databaseUrl' | 'databaseDirectUrl'>,
): Promise<DatabaseFacts> {
  const { latencyMs, clockAheadMs } = await quickestAnswer(db);
  const [facts] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      isReadOnly: sql<boolean>`current_setting('transaction_read_only') = 'on'`,
      most: sql<number>`current_setting('max_connections')::int`,
    })
    .from(ONE);
  const [pool, direct, shared] = databaseUrl
    ? await Promise.all([
        probeConnection(databaseUrl),
        databaseDirectUrl ? probeConnection(databaseDirectUrl) : null,
        sharedFacts(db),
      ])
    : [null, null, ALONE];
  const { used, machines, lagSeconds } = shared;
  const { version, isReadOnly, most } = facts!;
  const connections = { used, most: Number(most) };
  return { version, isReadOnly, latencyMs, clockAheadMs, connections, machines, lagSeconds, pool, direct };
}

/** Answers that are timed: the quickest tells the least of other work. */
const TIMED = 4;

async function quickestAnswer(db: Db): Promise<Pick<DatabaseFacts, 'latencyMs' | 'clockAheadMs'>> {
  let quickest = { latencyMs: Infinity, clockAheadMs: 0 };
  for (let i = 0; i < TIMED; i++) {
    const [startMs, startedAtMs] = [performance.now(), Date.now()];
    const [row] = await db.select({ ms: sql<number>`extract(epoch from clock_timestamp())::float8 * 1000` }).from(ONE);
    const latencyMs = performance.now() - startMs;
    const clockAheadMs = Number(row!.ms) - (startedAtMs + latencyMs / 2);
    if (latencyMs < quickest.latencyMs) quickest = { latencyMs, clockAheadMs };
  }
  return quickest;
}

const ONE = sql`(select 1) as one`;
/** The embedded database. */
const ALONE = { used: 0, machines: 1, lagSeconds: null };

async function sharedFacts(db: Db): Promise<Pick<DatabaseFacts, 'machines' | 'lagSeconds'> & { used: number }> {
  const [row] = await db
    .select({
      used: sql<number>`(select count(*)::int from pg_stat_activity where backend_type = 'client backend')`,
      machines: sql<number>`(select count(distinct client_addr)::int from pg_stat_activity
        where datname = current_database() and usename = current_user)`,
      // Null for roles that may not see it.
      lagSeconds: sql<number | null>`(select max(extract(epoch from replay_lag))::float8 from pg_stat_replication)`,
    })
    .from(ONE);
  const { used, machines, lagSeconds } = row!;
  return { used, machines, lagSeconds: lagSeconds === null ? null : Number(lagSeconds) };
}
