import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

/** Channel of the triggers in migration 0009. */
const CHANNEL = 'overlook_access';
const SESSION = 'session ';
const BEAT = 'beat ';

/** How often the listening connection has to prove that it hears. */
const BEAT_EVERY_MS = 10_000;
const CONNECT_SECONDS = 5;

/** What caches must drop: one session by the hash of its token, or everything (null). */
export type AccessNotice = { readonly endedTokenHash: string } | null;

/** Reads a payload of the channel; undefined for what is of no interest, such as the beats of other processes. */
function noticeOf(payload: string): AccessNotice | undefined {
  if (payload === '') return null;
  return payload.startsWith(SESSION) ? { endedTokenHash: payload.slice(SESSION.length) } : undefined;
}

/**
 * Listens for changes of access by all processes on a PostgreSQL database, on a connection of its own. It sends itself a
 * beat: when that is not heard until the next one is due, a new connection is opened, and everything is dropped,
 * because notices may have been missed. postgres.js by itself stops listening when one reconnection fails.
 */
export function listenForAccess(
  databaseUrl: string,
  onNotice: (notice: AccessNotice) => void,
  beatEveryMs = BEAT_EVERY_MS,
): { ready: Promise<void>; close(): Promise<void> } {
  const beat = BEAT + randomUUID();
  let connection: postgres.Sql | null = null;
  let isHeard = true;
  let isClosed = false;

  async function open(): Promise<void> {
    const opened = postgres(databaseUrl, {
      max: 1,
      idle_timeout: 0,
      connect_timeout: CONNECT_SECONDS,
      onnotice: () => {},
    });
    connection = opened;
    isHeard = false;
    await opened.listen(
      CHANNEL,
      (payload) => {
        if (payload === beat) isHeard = true;
        const notice = noticeOf(payload);
        if (notice !== undefined) onNotice(notice);
      },
      () => onNotice(null),
    );
    await opened.notify(CHANNEL, beat);
  }

  async function keepListening(): Promise<void> {
    if (isHeard && connection) {
      isHeard = false;
      await connection.notify(CHANNEL, beat);
      return;
    }
    await connection?.end({ timeout: 0 });
    if (!isClosed) await open();
  }

  let isBusy = true;
  const run = (step: () => Promise<void>) => {
    isBusy = true;
    // Without the database nothing can be heard; the next beat tries again.
    return step()
      .catch(() => {})
      .finally(() => (isBusy = false));
  };
  const ready = run(open);
  const timer = setInterval(() => {
    if (!isBusy) void run(keepListening);
  }, beatEveryMs);
  timer.unref();
  return {
    ready,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await connection?.end({ timeout: 1 });
    },
  };
}
