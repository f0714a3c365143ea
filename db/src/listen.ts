import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Channels } from './notices.ts';

/** The channel on which each process sends itself heartbeats. */
const BEAT_CHANNEL = 'overlook_beat';

/** How often the listening connection has to receive its own heartbeat. */
const BEAT_EVERY_MS = 10_000;
const CONNECT_SECONDS = 5;

/**
 * Listens to channels of a PostgreSQL database, all on one connection of its own. It sends itself a heartbeat: when
 * that has not arrived before the next one is due, a new connection is opened, and every listener is called with null,
 * which means that notices may have been missed. postgres.js by itself stops listening when one reconnection fails.
 */
export function listenTo(
  databaseUrl: string,
  channels: Channels,
  beatEveryMs = BEAT_EVERY_MS,
  connect: typeof postgres = postgres,
): { ready: Promise<void>; close(): Promise<void> } {
  const beat = randomUUID();
  let connection: postgres.Sql | null = null;
  let isHeard = true;
  let isClosed = false;

  async function open(): Promise<void> {
    const opened = connect(databaseUrl, {
      max: 1,
      idle_timeout: 0,
      connect_timeout: CONNECT_SECONDS,
      onnotice: () => {},
    });
    connection = opened;
    isHeard = false;
    await opened.listen(BEAT_CHANNEL, (payload) => {
      if (payload === beat) isHeard = true;
    });
    for (const [channel, listener] of Object.entries(channels))
      await opened.listen(channel, listener, () => listener(null));
    await opened.notify(BEAT_CHANNEL, beat);
  }

  async function keepListening(): Promise<void> {
    if (isHeard && connection) {
      isHeard = false;
      await connection.notify(BEAT_CHANNEL, beat);
      return;
    }
    await connection?.end({ timeout: 0 });
    if (!isClosed) await open();
  }

  let isBusy = true;
  const run = (step: () => Promise<void>) => {
    isBusy = true;
    // Without the database nothing can be received; the next heartbeat tries again.
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
