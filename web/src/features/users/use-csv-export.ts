import { procedures, queryClient } from '../../api/queries.ts';
import { useCsvDownload } from '../../ui/use-csv-download.ts';
import { usersCsv } from './users-csv.ts';

/** Saves all users as CSV. A failure is told by the query's toast. */
export const useCsvExport = () =>
  useCsvDownload('users', () =>
    queryClient
      .fetchQuery(
        procedures.users.all.queryOptions(undefined, { staleTime: 0, meta: { failureKey: 'users.fetchFailed' } }),
      )
      .then(({ users }) => usersCsv(users))
      .catch(() => null),
  );
