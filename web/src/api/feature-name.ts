import { useQuery } from '@tanstack/react-query';
import { isProjectLayer } from '@overlook/shared/config';
import { cadSite } from '../state/cad-capture.ts';
import { useAllowed } from '../state/session-context.tsx';
import { procedures } from './queries.ts';

/**
 * Name of the object that a feature of a layer is; null for none, until it is known, and for users without permission.
 */
export function useFeatureName(siteId: number, layer: number | null, featureId: number | null): string | null {
  const isAllowed = useAllowed('VIEW:CAD');
  const isAsked = isAllowed && isProjectLayer(layer) && featureId !== null;
  const { data } = useQuery(
    procedures.cad.byFeature.queryOptions({ ...cadSite(siteId), featureId: featureId ?? 0 }, { enabled: isAsked }),
  );
  return isAsked ? (data?.item?.name ?? null) : null;
}
