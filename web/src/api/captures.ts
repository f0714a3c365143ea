import { useQuery } from '@tanstack/react-query';
import { TIME_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { procedures, queryClient } from './queries.ts';

/** The captures of a site that this person may see, at most a minute old. Rejects if they cannot be read. */
export const readCaptures = async (siteId: number): Promise<readonly Capture[]> =>
  (await queryClient.fetchQuery(procedures.captures.all.queryOptions({ siteId }))).captures;

/** The captures of a site that this person may see; refreshed as the catalogue is. */
export function useCaptures(siteId: number): {
  readonly data: readonly Capture[] | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
} {
  const query = useQuery(
    procedures.captures.all.queryOptions({ siteId }, { meta: { failureText: TIME_MESSAGES['time.fetchFailed'] } }),
  );
  return {
    data: query.data?.captures,
    isError: query.isError,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}
