import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import type { AppRouter } from '@overlook/server/router';

/**
 * The server's notices over server-sent events. A client of its own: what is loaded before sign-in needs none. The
 * browser's event source carries the session cookie.
 */
const live = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });

interface Following {
  /** A change of the site may have been saved. */
  onNotice: () => void;
  /** Whether notices arrive; while they do not, the client tries again and the list has to be asked for. */
  onLive: (isLive: boolean) => void;
}

/** Follows the saves of the changes of a site. Returns what ends it. */
export function followMocs(siteId: number, { onNotice, onLive }: Following): () => void {
  const subscription = live.mocs.changes.subscribe(
    { siteId },
    {
      onData: onNotice,
      onError: () => onLive(false),
      onConnectionStateChange: ({ state }) => onLive(state === 'pending'),
    },
  );
  return () => subscription.unsubscribe();
}
