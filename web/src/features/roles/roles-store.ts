import { type ListQuery, listStore } from '../../ui/table/list-store.ts';

type RoleSort = 'displayName' | 'userCount' | 'created';

/** What the roles list shows; it is kept while somebody edits a role. */
export const rolesList = listStore<ListQuery<RoleSort>>({ search: '', sort: 'displayName', direction: 'asc', page: 1 });
