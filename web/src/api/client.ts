import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '@overlook/server/router';
import { BATCH_CALLS_MOST } from '@overlook/shared/config';
import { sessionToken } from '../state/session.ts';
import { bearerOf, watchedFetch } from './watched-fetch.ts';

/** The server's procedures, with the session of this token. `options` of each request. */
export const clientFor = (token: () => string | null, options: RequestInit = {}) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: '/trpc',
        maxItems: BATCH_CALLS_MOST,
        fetch: (url, init) => watchedFetch(url, { ...(init as RequestInit), ...options }),
        headers: () => authorization(token()),
      }),
    ],
  });

/** The server's procedures. Both reads and changes send the session token; the cookie alone permits no change. */
export const api = clientFor(sessionToken);

/** The same without a session, for links from mails or other places: an error about them must not end a session. */
export const openApi = clientFor(() => null);

/** The header that proves the session, or none before sign-in. */
export function authorization(token = sessionToken()): Record<string, string> {
  const bearer = bearerOf(token);
  return bearer === null ? {} : { Authorization: bearer };
}
