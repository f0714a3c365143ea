import { useSyncExternalStore } from 'react';
import { PHONE_BELOW_PX, TABLET_BELOW_PX, WIDE_FROM_PX } from '@overlook/shared/config';

/** The four arrangements of the interface brief §3. */
export type Layout = 'phone' | 'tablet' | 'desktop' | 'wide';

const QUERIES = [PHONE_BELOW_PX, TABLET_BELOW_PX, WIDE_FROM_PX].map((px) => `(min-width: ${px}px)`);

/** The arrangement for a window of this width in CSS pixels. */
export function layoutFor(widthPx: number): Layout {
  if (widthPx < PHONE_BELOW_PX) return 'phone';
  if (widthPx < TABLET_BELOW_PX) return 'tablet';
  return widthPx < WIDE_FROM_PX ? 'desktop' : 'wide';
}

function subscribe(onChange: () => void): () => void {
  const lists = QUERIES.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

/** The arrangement of this window; renders again only when it crosses a border between two. */
export function useLayout(): Layout {
  return useSyncExternalStore(
    subscribe,
    () => layoutFor(innerWidth),
    // Rendered without a window, as tests do: the arrangement that shows all.
    () => 'desktop',
  );
}
