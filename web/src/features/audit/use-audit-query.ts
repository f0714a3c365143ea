import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { type AuditQuery, auditParams, readAuditQuery, WHOLE_AUDIT } from './audit-filter.ts';

/** What tells that the address has changed: the browser's own event, and those that wouter makes of its calls. */
const EVENTS = ['popstate', 'pushState', 'replaceState'];

function onAddress(listen: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listen);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listen);
  };
}

/**
 * What the list is narrowed to. It stands in the address and nowhere else. Not by wouter's `useSearchParams`: what of
 * wouter is used anywhere is part of the login page, whose bytes are counted.
 */
export function useAuditQuery() {
  const [path, navigate] = useLocation();
  const search = useSyncExternalStore(onAddress, () => location.search);
  const query = readAuditQuery(new URLSearchParams(search));
  const set = (next: AuditQuery) => {
    const told = auditParams(next).toString();
    navigate(told === '' ? path : `${path}?${told}`, { replace: true });
  };
  return {
    query,
    change: (changed: Partial<AuditQuery>) => set({ ...query, ...changed }),
    clear: () => set(WHOLE_AUDIT),
  };
}
