import type { QueryClient } from '@tanstack/react-query';
import { subscribeKey } from 'valtio/utils';
import { RECONNECT_FIRST_MS, RECONNECT_LONGEST_MS } from '@overlook/shared/config';
import { procedures } from '../api/queries.ts';
import { connection } from '../state/connection.ts';

/**
 * While the server cannot be reached, repeats a request, each time after a longer wait. Once it answers, queries that
 * failed in between are fetched again. The request is the session check, so an ended session is noticed.
 */
export function watchConnection(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (waitMs: number) => {
    await queryClient.fetchQuery({ ...procedures.auth.check.queryOptions(), staleTime: 0, retry: false }).catch(() => {
      // The watched fetch has already reported whether the server could be reached.
    });
    if (connection.isLost) schedule(Math.min(waitMs * 2, RECONNECT_LONGEST_MS));
  };
  const schedule = (waitMs: number) => {
    timer = setTimeout(() => void ask(waitMs), waitMs);
  };
  const onChange = (isLost: boolean) => {
    clearTimeout(timer);
    if (isLost) schedule(RECONNECT_FIRST_MS);
    else void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  };

  if (connection.isLost) onChange(true);
  const unsubscribe = subscribeKey(connection, 'isLost', onChange);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
