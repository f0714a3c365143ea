import { useState } from 'react';

/**
 * How a record that a form edits is fetched: again each time the form opens, and never while it is open, so that
 * nothing changes while the user types.
 */
export const EDITED = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** How often an open form asks who has saved its record last, milliseconds. */
const SAVES_READ_MS = 10_000;

/** How a form asks that while it is open. */
export const LAST_SAVE = { staleTime: 0, gcTime: 0, refetchInterval: SAVES_READ_MS } as const;

/** Fetches it again on request; `formVersion` is the React key of the form, which then starts from the fetched data. */
export function useFormVersion(query: { refetch: () => Promise<unknown> }) {
  const [formVersion, setFormVersion] = useState(0);
  const loadAgain = () => void query.refetch().then(() => setFormVersion((count) => count + 1));
  return { formVersion, loadAgain };
}
