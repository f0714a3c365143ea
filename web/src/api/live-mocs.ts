/** A stream that the server has refused, as while it starts again, is opened again after this time, milliseconds. */
const REOPEN_MS = 10_000;

interface Following {
  /** A change of the site may have been saved. */
  onNotice: () => void;
  /** Whether notices arrive; while they do not, the list has to be asked for. */
  onLive: (isLive: boolean) => void;
}

/**
 * Follows the saves of the changes of a site, which the procedure `mocs.changes` tells as server-sent events. Without the
 * link of tRPC for this, whose code would be loaded before sign-in. The browser's event source carries the session cookie
 * and connects again by itself. Returns what ends it.
 */
export function followMocs(siteId: number, { onNotice, onLive }: Following): () => void {
  const input = encodeURIComponent(JSON.stringify({ siteId }));
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`/trpc/mocs.changes?input=${input}`);
    source.addEventListener('connected', () => onLive(true));
    source.addEventListener('message', onNotice);
    source.addEventListener('error', () => {
      onLive(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
