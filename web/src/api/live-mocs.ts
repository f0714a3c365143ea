import { LIVE_SILENT_MS } from '@overlook/shared/config';

/**
 * A stream that the server has refused, for example while it restarts, is opened again after this time, milliseconds.
 */
const REOPEN_MS = 10_000;
/** Notices that arrive within this time are reported together, milliseconds: an import saves many changes. */
const GATHER_MS = 100;
/** More changes than these are read faster as a list. */
const TOLD_SINGLY_MOST = 10;

interface Following {
  /** These changes of the site have been saved; null: any of them may have been. */
  onNotice: (mocIds: readonly number[] | null) => void;
  /** Whether notices arrive; while they do not, the list has to be polled. */
  onLive: (isLive: boolean) => void;
}

/**
 * Follows the saves of the changes of a site, which the procedure `mocs.changes` sends as server-sent events. The tRPC
 * link for this is not used, because its code would be loaded before sign-in. The browser's event source sends the
 * session cookie and reconnects automatically. Returns a function that ends this.
 */
export function followMocs(siteId: number, { onNotice, onLive }: Following): () => void {
  const input = encodeURIComponent(JSON.stringify({ siteId }));
  const notices = gather(onNotice);
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`/trpc/mocs.changes?input=${input}`);
    source.addEventListener('connected', () => onLive(true));
    source.addEventListener('message', ({ data }: MessageEvent<string>) => notices.add(mocIdOf(data)));
    for (const name of ['connected', 'ping', 'message']) source.addEventListener(name, heard);
    source.addEventListener('error', () => {
      onLive(false);
      if (source.readyState === EventSource.CLOSED) wait(REOPEN_MS);
    });
    heard();
  };
  const wait = (delayMs: number) => {
    clearTimeout(silence);
    timer = setTimeout(open, delayMs);
  };
  // The server pings. A connection that was lost silently, for example while the computer slept, reports no error.
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      onLive(false);
      source.close();
      open();
    }, LIVE_SILENT_MS);
  };
  open();
  return () => {
    clearTimeout(timer);
    clearTimeout(silence);
    notices.stop();
    source.close();
  };
}

/** The change that a notice names; null for any. */
function mocIdOf(data: string): number | null {
  const { mocId } = JSON.parse(data) as { mocId?: unknown };
  return typeof mocId === 'number' ? mocId : null;
}

function gather(onNotice: Following['onNotice']) {
  const ids = new Set<number | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    const known = [...ids].filter((id) => id !== null);
    const isAny = ids.has(null) || ids.size > TOLD_SINGLY_MOST;
    ids.clear();
    onNotice(isAny ? null : known);
  };
  return {
    add(id: number | null) {
      ids.add(id);
      timer ??= setTimeout(tell, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
