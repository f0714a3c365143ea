import type { Capture } from '@overlook/shared/schemas';

/** What a capture is compared with: the newest other published one of its layer, else the newest of another layer; null for none. */
export function neighbourOf(capture: Capture, captures: readonly Capture[]): Capture | null {
  const published = captures
    .filter(({ id, publishedAt }) => id !== capture.id && publishedAt !== null)
    .toSorted((a, b) => b.takenOn.localeCompare(a.takenOn));
  return published.find(({ modeltypeId }) => modeltypeId === capture.modeltypeId) ?? published[0] ?? null;
}
