import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '@overlook/server/router';
import { showToast } from '../state/toasts.ts';
import { api } from './client.ts';
import { type Failure, failureOf } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Sentence of the toast when the server answers with an error. */
      failureText?: string;
      /** What else has to happen then. */
      onAnswerFailure?: (failure: Failure) => void;
    };
    mutationMeta: { failureText?: string };
  }
}

/** Attempts before a call without an answer fails; a call that was answered, even with an error, is never repeated. */
const NETWORK_TRIES = 2;

/**
 * The query cache. A failed answer becomes the toast that the query names; a server that cannot be reached does not:
 * the page shows that once, in place.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: (failures, error) => failureOf(error).kind === 'network' && failures < NETWORK_TRIES,
      // The online state of the browser does not tell whether a server on the same machine or network can be reached.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      const failure = failureOf(error);
      // Until the disclaimer is accepted, only its dialog is shown, and nothing else that could have failed.
      if (failure.kind === 'network' || failure.httpStatus === 401 || failure.shortMessage === 'DISCLAIMER_REQUIRED')
        return;
      if (meta?.failureText) showToast(meta.failureText, 'error');
      meta?.onAnswerFailure?.(failure);
    },
  }),
  mutationCache: new MutationCache({
    onError: (_error, _variables, _result, { meta }) => {
      if (meta?.failureText) showToast(meta.failureText, 'error');
    },
  }),
});

/** Query and mutation options of every procedure. */
export const procedures = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });
