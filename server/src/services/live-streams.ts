import { LIVE_STREAMS_PER_PERSON, LIVE_STREAMS_PER_SERVER, LIVE_STREAMS_PER_SESSION } from '@overlook/shared/config';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { tooMany, unavailable } from '../errors/app-error.ts';

/** Seconds after which a client with too many open connections may try again. */
const RETRY_SECONDS = 60;

/** One open live connection. */
export interface LiveStream {
  /** Aborted when the client has gone, and with an `AppError` when the server stops. */
  readonly signal: AbortSignal;
  close(): void;
}

/** Counts the open live connections of each session and person and ends them all when the server stops. */
export interface LiveStreams {
  /** Throws 429 when the session, its person or the server has too many. */
  open(
    caller: { readonly tokenHash: string; readonly userId: number },
    clientGone: AbortSignal | undefined,
  ): LiveStream;
  /** How many are open. */
  count(): number;
  /** Ends all, and every later one. */
  stop(): void;
}

export function createLiveStreams(): LiveStreams {
  const open = new Map<string, number>();
  let all = 0;
  const change = (key: string, by: 1 | -1) => {
    const left = (open.get(key) ?? 0) + by;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
  const stopped = new AbortController();
  return {
    open({ tokenHash, userId }, clientGone) {
      const [session, person] = [`session ${tokenHash}`, `person ${userId}`];
      if ((open.get(session) ?? 0) >= LIVE_STREAMS_PER_SESSION)
        throw tooMany(REQUESTS_MESSAGES['request.streamsOfSession'], RETRY_SECONDS);
      if ((open.get(person) ?? 0) >= LIVE_STREAMS_PER_PERSON)
        throw tooMany(REQUESTS_MESSAGES['request.streamsOfPerson'], RETRY_SECONDS);
      if (all >= LIVE_STREAMS_PER_SERVER) throw tooMany(REQUESTS_MESSAGES['request.streamsOfServer'], RETRY_SECONDS);
      for (const key of [session, person]) change(key, 1);
      all++;
      let isOpen = true;
      return {
        signal: AbortSignal.any([stopped.signal, ...(clientGone ? [clientGone] : [])]),
        close() {
          if (!isOpen) return;
          isOpen = false;
          for (const key of [session, person]) change(key, -1);
          all--;
        },
      };
    },
    count: () => all,
    stop: () => stopped.abort(unavailable(REQUESTS_MESSAGES['request.stopping'])),
  };
}
