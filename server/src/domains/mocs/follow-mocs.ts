import { LIVE_CHECK_MS, LIVE_WAITING_MOST } from '@overlook/shared/config';
import type { mocNoticeSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { AppError } from '../../errors/app-error.ts';
import { assertMaySee } from './watch-access.ts';

type Notice = z.output<typeof mocNoticeSchema>;

/** Ids of changes to be announced; null means any. The queue stays short even for a slow client. */
function createWaiting() {
  let ids = new Set<number | null>();
  return {
    add(id: number | null) {
      ids = id === null || ids.has(null) || ids.size >= LIVE_WAITING_MOST ? new Set([null]) : ids.add(id);
    },
    take(): (number | null)[] {
      const taken = [...ids];
      ids = new Set();
      return taken;
    },
    isEmpty: () => ids.size === 0,
  };
}

/**
 * Yields each saved change of a site, by any process, until the client disconnects. `mocId` null means that any may
 * have changed; it begins with that, because something may have been saved before. Throws 429 when the session has too
 * many of these open;
 * 401 and 404 as soon as session or permission end; 503 when the server stops.
 */
export async function* followMocs(
  ctx: SignedInContext,
  { siteId }: { siteId: number },
  clientGone?: AbortSignal,
): AsyncGenerator<Notice, void> {
  const { signal, close } = ctx.liveStreams.open(ctx.caller, clientGone);
  const waiting = createWaiting();
  waiting.add(null);
  let mustCheck = false;
  let wake = () => {};
  const check = () => {
    mustCheck = true;
    wake();
  };
  const stops = [
    ctx.mocNotices.listen((notice) => {
      if (notice && notice.siteId !== siteId) return;
      waiting.add(notice?.mocId ?? null);
      wake();
    }),
    ctx.access.onChange(check),
  ];
  const timer = setInterval(check, LIVE_CHECK_MS);
  timer.unref();
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      if (mustCheck) {
        mustCheck = false;
        await assertMaySee(ctx, siteId);
      }
      for (const mocId of waiting.take()) yield { siteId, mocId };
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (mustCheck || !waiting.isEmpty() || signal.aborted) resolve();
      });
    }
    if (signal.reason instanceof AppError) throw signal.reason;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', onAbort);
    for (const stop of stops) stop();
    close();
  }
}
