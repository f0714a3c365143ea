import { LIVE_STREAMS_PER_SESSION } from '@overlook/shared/config';
import { tooMany, unavailable } from '../errors/app-error.ts';

/** Seconds after which a client with too many open connections may try again. */
const RETRY_SECONDS = 60;

/** One open live connection. */
export interface LiveStream {
  /** Aborted when the client has gone, and with an `AppError` when the server stops. */
  readonly signal: AbortSignal;
  close(): void;
}

/** Counts the open live connections of each session and ends them all when the server stops. */
export interface LiveStreams {
  /** Throws 429 when the session has too many. */
  open(session: { readonly tokenHash: string }, clientGone: AbortSignal | undefined): LiveStream;
  /** How many are open. */
  count(): number;
  /** Ends all, and every later one. */
  stop(): void;
}

export function createLiveStreams(): LiveStreams {
  const openBySession = new Map<string, number>();
  const stopped = new AbortController();
  return {
    open({ tokenHash }, clientGone) {
      const others = openBySession.get(tokenHash) ?? 0;
      if (others >= LIVE_STREAMS_PER_SESSION)
        throw tooMany('Too many live connections are open in this session.', RETRY_SECONDS);
      openBySession.set(tokenHash, others + 1);
      let isOpen = true;
      return {
        signal: AbortSignal.any([stopped.signal, ...(clientGone ? [clientGone] : [])]),
        close() {
          if (!isOpen) return;
          isOpen = false;
          const left = openBySession.get(tokenHash)! - 1;
          if (left > 0) openBySession.set(tokenHash, left);
          else openBySession.delete(tokenHash);
        },
      };
    },
    count: () => [...openBySession.values()].reduce((sum, some) => sum + some, 0),
    stop: () => stopped.abort(unavailable('The server is stopping.')),
  };
}
