import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { PAGE_LARGEST } from '@overlook/shared/config';
import type { User, UserStatus } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import type { UserSort } from './users-store.ts';
import { usersCsv } from './users-csv.ts';

interface Listed {
  search: string;
  status: UserStatus;
  sort: UserSort;
  direction: 'asc' | 'desc';
}

/** Nothing is cached: the file has the current data of the server. */
const FRESH = { staleTime: 0, gcTime: 0, meta: { failureText: ADMIN_MESSAGES['users.fetchFailed'] } } as const;

const loadEverybody = async () =>
  (await queryClient.fetchQuery(procedures.users.all.queryOptions(undefined, FRESH))).users;

/** All pages of the filtered and sorted list. */
async function loadListed({ search, status, sort, direction }: Listed): Promise<User[]> {
  const found: User[] = [];
  for (let page = 1; ; page++) {
    const input = { search, status, sort, direction, page, pageSize: PAGE_LARGEST };
    const answer = await queryClient.fetchQuery(procedures.users.page.queryOptions(input, FRESH));
    found.push(...answer.users);
    if (answer.users.length === 0 || found.length >= answer.total) return found;
  }
}

/** The listed users, or all users, as CSV; null when they could not be loaded, which the toast of the query reports. */
export async function loadUsersCsv(listed: Listed): Promise<string | null> {
  const isWhole = listed.search === '' && listed.status === 'all';
  const users = await (isWhole ? loadEverybody() : loadListed(listed)).catch(() => null);
  return users && usersCsv(users);
}
