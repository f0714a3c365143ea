import type { UserStatus } from '@overlook/shared/schemas';
import { type ListQuery, listStore } from '../../ui/table/list-store.ts';

export type UserSort = 'name' | 'email' | 'role' | 'team' | 'lastActive' | 'createdAt' | 'status';

interface UsersQuery extends ListQuery<UserSort> {
  status: UserStatus;
}

/** What the users list shows; it is kept while somebody edits a user. */
export const usersList = listStore<UsersQuery>({ search: '', status: 'all', sort: 'name', direction: 'asc', page: 1 });
