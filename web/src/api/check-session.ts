import { connection } from '../state/connection.ts';
import { procedures, queryClient } from './queries.ts';

/** A check that is younger than this is still an answer, in milliseconds. */
const FRESH_MS = 2000;

/**
 * Asks the server whether it is there and the session still lives. The watched fetch handles the result, as for all
 * calls: it shows that the server is lost, or ends the session. While the server is lost, only the connection watch
 * sends requests.
 */
export function checkSession(): void {
  if (connection.isLost) return;
  queryClient
    .fetchQuery({ ...procedures.auth.check.queryOptions(), staleTime: FRESH_MS, retry: false })
    .catch(() => undefined);
}
