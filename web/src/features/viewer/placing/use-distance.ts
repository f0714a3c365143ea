import { useQuery } from '@tanstack/react-query';
import type { PlaceState } from '@overlook/engine';
import type { Capture, FittedCapture, Placement } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { useSettled } from '../../../ui/use-settled.ts';

export const distanceKey = (captureId: number) => ['placing', captureId, 'distance'] as const;

/** What the server is asked about: where the capture is now. */
export const placementOf = ({ move, origin }: PlaceState): Placement => ({
  ...move,
  tiltDeg: [...move.tiltDeg],
  ...origin,
});

/**
 * How far a capture lies from its neighbour, measured roughly by the server once the capture has not been moved for a moment; a further move
 * ends it. Null meanwhile, and where it cannot be measured.
 */
export function useDistance(
  { siteId, id: captureId }: Pick<Capture, 'id' | 'siteId'>,
  state: PlaceState,
  isWanted: boolean,
): FittedCapture | null {
  const text = JSON.stringify(placementOf(state));
  const settled = useSettled(text);
  const { data } = useQuery({
    queryKey: [...distanceKey(captureId), settled],
    queryFn: ({ signal }) => {
      const placement = JSON.parse(settled) as Placement;
      return api.captures.fit.mutate({ siteId, captureId, placement, measureOnly: true }, { signal });
    },
    enabled: isWanted && settled === text,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  return settled === text ? (data ?? null) : null;
}
