import { preferences } from '../state/preferences.ts';
import type { EdgeLimits } from './drag-edge.tsx';

/** A length of the style sheets, CSS pixels. */
export const tokenPx = (name: string): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;

/** Width of the panel of photos and its limits, CSS pixels, as in the style sheet of the docked panel. */
export function photoPanelLimits(): EdgeLimits {
  const leastPx = tokenPx('--photo-panel-least');
  const mostPx = Math.max(leastPx, Math.floor(innerWidth / 2));
  const wantedPx = preferences.photoPanelPx ?? tokenPx('--photo-panel');
  return { leastPx, mostPx, shownPx: Math.min(mostPx, Math.max(leastPx, wantedPx)) };
}
