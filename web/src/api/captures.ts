import { useQuery } from '@tanstack/react-query';
import { TIME_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { procedures } from './queries.ts';

/** The captures of a site that this person may see; refreshed as the catalogue is. */
export function useCaptures(siteId: number): {
  readonly data: readonly Capture[] | undefined;
  readonly isError: boolean;
} {
  const query = useQuery(
    procedures.captures.all.queryOptions({ siteId }, { meta: { failureText: TIME_MESSAGES['time.fetchFailed'] } }),
  );
  return { data: query.data?.captures, isError: query.isError };
}
