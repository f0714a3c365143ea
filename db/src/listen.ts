import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Channels } from './notices.ts';
import { onPrimary } from './postgres-url.ts';

/** The channel on which each process sends itself heartbeats. */
const BEAT_CHANNEL = 'overlook_beat';

/** How often the listening connection sends itself a heartbeat. */
const BEAT_EVERY_MS = 500;
/** A connection on which none has arrived for so long is given up for a new one. */
const SILENT_AT_MOST_MS = 5000;
const CONNECT_SECONDS = 5;

/** The notices that a process hears. */
export interface NoticeWatch {
  /** Every notice of what was committed before this time has been handled (`performance.now`). */
  completeUntilMs(): number;
}

/**
 * Listens to channels of a PostgreSQL database, all on one connection of its own. It sends itself heartbeats: notices arrive in the
 * order of their commits, so that with a heartbeat all those before it have arrived. When none arrives for a while, a new connection is
 * opened, and every listener is called with null, which means that notices may have been missed. postgres.js by itself stops listening when one
 * reconnection fails.
 */
export function listenTo(
  databaseUrl: string,
  channels: Channels,
  beatEveryMs = BEAT_EVERY_MS,
  connect: typeof postgres = postgres,
): NoticeWatch & { ready: Promise<void>; close(): Promise<void> } {
  const own = randomUUID();
  let connection: postgres.Sql;
  let isListening = false;
  let aliveAtMs = 0;
  let completeUntilMs = -Infinity;
  let isClosed = false;

  async function open(): Promise<void> {
    aliveAtMs = performance.now();
    isListening = false;
    const opened = connect(databaseUrl, {
      max: 1,
      idle_timeout: 0,
      connect_timeout: CONNECT_SECONDS,
      onnotice: () => {},
      ...onPrimary(databaseUrl),
    });
    connection = opened;
    for (const [channel, listener] of Object.entries(channels))
      await opened.listen(channel, listener, () => listener(null));
    // The last one, here and when postgres.js listens again in this order: a heartbeat says that the others are heard too.
    await opened.listen(BEAT_CHANNEL, (payload) => {
      const [from, sentAt] = payload.split(' ');
      if (from !== own || connection !== opened) return;
      aliveAtMs = performance.now();
      completeUntilMs = Number(sentAt);
    });
    if (connection !== opened) return;
    isListening = true;
    await beat();
  }

  const beat = async () => void (await connection.notify(BEAT_CHANNEL, `${own} ${performance.now()}`));

  /** Without the database nothing can be received, and later beats try again. */
  const tried = (step: () => Promise<void>) => step().catch(() => {});
  const ready = tried(open);
  const timer = setInterval(() => {
    if (isClosed) return;
    if (performance.now() - aliveAtMs > SILENT_AT_MOST_MS) {
      void tried(() => connection.end({ timeout: 0 }));
      void tried(open);
    } else if (isListening) void tried(beat);
  }, beatEveryMs);
  timer.unref();
  return {
    ready,
    completeUntilMs: () => completeUntilMs,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await connection.end({ timeout: 1 });
    },
  };
}
