import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { type AuditQuery, auditParams, readAuditQuery, WHOLE_AUDIT } from './audit-filter.ts';

/** Events after a change of the address: the browser's own, and those that wouter adds. */
const EVENTS = ['popstate', 'pushState', 'replaceState'];

function onAddress(listen: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listen);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listen);
  };
}

/**
 * The filters of the list. They are kept in the address only. wouter's `useSearchParams` is not used, because all used
 * parts of wouter are loaded with the login page, which has a budget of bytes.
 */
export function useAuditQuery() {
  const [path, navigate] = useLocation();
  const search = useSyncExternalStore(onAddress, () => location.search);
  const query = readAuditQuery(new URLSearchParams(search));
  const set = (next: AuditQuery) => {
    const address = auditParams(next).toString();
    navigate(address === '' ? path : `${path}?${address}`, { replace: true });
  };
  return {
    query,
    change: (changed: Partial<AuditQuery>) => set({ ...query, ...changed }),
    clear: () => set(WHOLE_AUDIT),
  };
}
