import { useState } from 'react';

/**
 * How something that a form edits is fetched: always anew, and never while it is being edited, so that nothing changes
 * under the hands of whoever types.
 */
export const EDITED = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Fetches it again on request; `edition` is the React key of the form, which then begins anew. */
export function useEdition(query: { refetch: () => Promise<unknown> }) {
  const [edition, setEdition] = useState(0);
  const loadAgain = () => void query.refetch().then(() => setEdition((count) => count + 1));
  return { edition, loadAgain };
}
