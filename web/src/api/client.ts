import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '@overlook/server/router';
import { sessionToken } from '../state/session.ts';
import { watchedFetch } from './watched-fetch.ts';

/** The server's procedures. Reading and changing both carry the session token; the cookie alone changes nothing. */
export const api = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      fetch: (url, init) => watchedFetch(url, init as RequestInit),
      headers: authorization,
    }),
  ],
});

/** The header that proves the session, or none before sign-in. */
export function authorization(): Record<string, string> {
  const token = sessionToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}
