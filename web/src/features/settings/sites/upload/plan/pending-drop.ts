import type { Added } from './use-selection.ts';

let pending: { readonly siteId: number; readonly added: Added } | null = null;

/** Keeps what was dropped on the page of a site until the page that plans it has opened. */
export function keepDrop(siteId: number, added: Added): void {
  pending = { siteId, added };
}

/** What was dropped on the page of this site, once; null where nothing was. */
export function takeDrop(siteId: number): Added | null {
  const taken = pending?.siteId === siteId ? pending.added : null;
  pending = null;
  return taken;
}
