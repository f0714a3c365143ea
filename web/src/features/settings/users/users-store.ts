import type { UserStatus } from '@overlook/shared/schemas';
import { type ListQuery, listStore } from '../parts/list/list-store.ts';

export type UserSort = 'name' | 'email' | 'role' | 'team' | 'lastActive' | 'createdAt' | 'status';

interface UsersQuery extends ListQuery<UserSort> {
  status: UserStatus;
}

/** The query of the users list; it is kept while a user is edited. */
export const usersList = listStore<UsersQuery>({ search: '', status: 'all', sort: 'name', direction: 'asc', page: 1 });
