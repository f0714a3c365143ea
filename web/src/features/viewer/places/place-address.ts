import type { PlaceSummary } from '@overlook/shared/schemas';
import { useInstanceInfo } from '../../../api/catalogue.ts';

/**
 * The address that opens a Place for all people (specification §2 "/bookmark"): that of the installation, which need
 * not be the one in this browser's address bar.
 */
export function usePlaceAddress({ siteId, id }: Pick<PlaceSummary, 'siteId' | 'id'>): string {
  const base = useInstanceInfo()?.publicUrl ?? location.origin;
  return `${base}/bookmark/${siteId}/${id}`;
}
