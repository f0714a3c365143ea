import { connection } from '../state/connection.ts';
import { procedures, queryClient } from './queries.ts';

/** A check that is younger than this is still an answer, in milliseconds. */
const FRESH_MS = 2000;

/**
 * Asks the server whether it is there and the session still lives. What comes of it happens where all calls are watched:
 * a lost server shows in place, a dead session ends. A server known to be lost is asked by the watch alone.
 */
export function checkSession(): void {
  if (connection.isLost) return;
  queryClient
    .fetchQuery({ ...procedures.auth.check.queryOptions(), staleTime: FRESH_MS, retry: false })
    .catch(() => undefined);
}
