import { procedures, queryClient } from '../../api/queries.ts';
import { usersCsv } from './users-csv.ts';

/** All users as CSV; null when they could not be had, which the query's toast tells. */
export async function loadUsersCsv(): Promise<string | null> {
  const options = procedures.users.all.queryOptions(undefined, {
    staleTime: 0,
    meta: { failureKey: 'users.fetchFailed' },
  });
  const answer = await queryClient.fetchQuery(options).catch(() => null);
  return answer && usersCsv(answer.users);
}
