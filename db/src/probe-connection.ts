import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a URL of PostgreSQL leads to. */
export interface ConnectionFacts {
  /** Of the database. */
  readonly name: string;
  /** When its server was started: tells servers apart. */
  readonly startedAt: string;
  /** Processes of the server that answered queries one after another on one connection; more than one behind a pool of transactions. */
  readonly backendIds: readonly number[];
  /** Whether a notice to itself arrived; without an error it does not behind a pool of transactions. */
  readonly hearsNotices: boolean;
}

const CONNECT_SECONDS = 5;
const QUERIES = 4;

/**
 * Tries a URL with connections of its own. A notice is waited for at most `noticeWithinMs`. Throws what the driver throws.
 */
export async function probeConnection(databaseUrl: string, noticeWithinMs = 1500): Promise<ConnectionFacts> {
  const { default: postgres } = await import('postgres');
  // A pool of transactions refuses settings at the start of a connection, and prepared statements.
  const sql = postgres(databaseUrl, { max: 1, prepare: false, connect_timeout: CONNECT_SECONDS, onnotice: () => {} });
  try {
    const [place] = await sql<{ name: string; startedAt: string }[]>`
      select current_database() as name, pg_postmaster_start_time()::text as "startedAt"`;
    const backendIds: number[] = [];
    for (let i = 0; i < QUERIES; i++) {
      const [row] = await sql<{ id: number }[]>`select pg_backend_pid() as id`;
      backendIds.push(row!.id);
    }
    return { ...place!, backendIds, hearsNotices: await hearsItself() };
  } finally {
    await sql.end({ timeout: 1 });
  }

  async function hearsItself(): Promise<boolean> {
    const channel = `overlook_probe_${randomUUID().replaceAll('-', '')}`;
    const waiting = new AbortController();
    await sql.listen(channel, () => waiting.abort());
    await sql.notify(channel, '');
    await sleep(noticeWithinMs, undefined, { signal: waiting.signal }).catch(() => {});
    return waiting.signal.aborted;
  }
}
