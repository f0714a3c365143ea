import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { procedures } from './queries.ts';

/** A person, role or team as a picker shows it. */
export interface DirectoryEntry {
  id: number;
  name: string;
  /** The text that distinguishes two entries of the same name. */
  hint: string;
}

export type DirectoryKind = 'user' | 'role' | 'team';

/** Most entries of a list under a field. */
const FOUND_AT_MOST = 20;

interface NamedPerson {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
}

export const personEntry = ({ id, firstName, lastName, email }: NamedPerson): DirectoryEntry => ({
  id,
  name: `${firstName} ${lastName}`,
  hint: email,
});

interface NamedGroup {
  id: number;
  displayName: string;
  description?: string;
}

export const groupEntry = ({ id, displayName, description = '' }: NamedGroup): DirectoryEntry => ({
  id,
  name: displayName,
  hint: description,
});

/** The first entries whose name has the text; the last result is kept while the next is awaited. */
export function useDirectory(kind: DirectoryKind, search: string, isEnabled: boolean) {
  // Names come before descriptions, so that the arrow key first reaches entries that fit the typed text.
  const input = { search, pageSize: FOUND_AT_MOST, sort: 'match' } as const;
  const common = { placeholderData: keepPreviousData };
  const users = useQuery(
    procedures.users.page.queryOptions(input, {
      ...common,
      enabled: isEnabled && kind === 'user',
      meta: { failureText: ADMIN_MESSAGES['users.fetchFailed'] },
    }),
  );
  const roles = useQuery(
    procedures.roles.page.queryOptions(input, {
      ...common,
      enabled: isEnabled && kind === 'role',
      meta: { failureText: ADMIN_MESSAGES['roles.fetchFailed'] },
    }),
  );
  const teams = useQuery(
    procedures.teams.page.queryOptions(input, {
      ...common,
      enabled: isEnabled && kind === 'team',
      meta: { failureText: ADMIN_MESSAGES['teams.fetchFailed'] },
    }),
  );
  const entries: Record<DirectoryKind, DirectoryEntry[] | undefined> = {
    user: users.data?.users.map(personEntry),
    role: roles.data?.roles.map(groupEntry),
    team: teams.data?.teams.map(groupEntry),
  };
  return entries[kind] ?? [];
}
