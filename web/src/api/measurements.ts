import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import { procedures } from './queries.ts';

/** The saved measurements of a site, newest first. */
export function useSavedMeasurements(siteId: number) {
  return useQuery(
    procedures.measurements.all.queryOptions(
      { siteId },
      { staleTime: 0, meta: { failureText: SAVED_MESSAGES['saved.fetchFailed'] } },
    ),
  );
}

/** One of them with what was measured. */
export const useSavedMeasurement = (siteId: number, id: number) =>
  useQuery(procedures.measurements.get.queryOptions({ siteId, id }));

export const useMeasurementComments = (siteId: number, id: number) =>
  useQuery(procedures.measurements.comments.queryOptions({ siteId, id }, { staleTime: 0 }));

/** Updates what was read of saved measurements after a change. */
export function useMeasurementsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: procedures.measurements.pathKey() });
}
