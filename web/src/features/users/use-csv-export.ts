import { useState } from 'react';
import { procedures, queryClient } from '../../api/queries.ts';
import { saveFile } from '../../ui/save-file.ts';
import { usersCsv } from './users-csv.ts';

/** Saves all users as CSV. A failure is told by the query's toast. */
export function useCsvExport() {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const { users } = await queryClient
      .fetchQuery(
        procedures.users.all.queryOptions(undefined, { staleTime: 0, meta: { failureKey: 'users.fetchFailed' } }),
      )
      .catch(() => ({ users: null }));
    setBusy(false);
    if (!users) return;
    const day = new Date().toISOString().slice(0, 10);
    saveFile(new Blob([usersCsv(users)], { type: 'text/csv;charset=utf-8' }), `users-${day}.csv`);
  };
  return { isBusy, save };
}
