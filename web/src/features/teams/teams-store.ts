import { type ListQuery, listStore } from '../../ui/table/list-store.ts';

type TeamSort = 'displayName' | 'membershipCount' | 'created';

/** What the teams list shows; it is kept while somebody edits a team. */
export const teamsList = listStore<ListQuery<TeamSort>>({ search: '', sort: 'displayName', direction: 'asc', page: 1 });
