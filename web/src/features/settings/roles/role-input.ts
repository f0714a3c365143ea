import type { ExplicitPermissions, Role } from '@overlook/shared/schemas';
import { type DirectoryEntry, groupEntry, personEntry } from '../../../api/directory.ts';

/** The values of the form of a role. */
export interface RoleValues {
  displayName: string;
  description: string;
  users: DirectoryEntry[];
  teams: DirectoryEntry[];
  permissions: ExplicitPermissions;
}

export const roleValues = (role: Role | null): RoleValues => ({
  displayName: role?.displayName ?? '',
  description: role?.description ?? '',
  users: role?.userList.map(personEntry) ?? [],
  teams: role?.teamList.map(groupEntry) ?? [],
  permissions: role?.explicitPermissions ?? {},
});

/** The input of a save. Users and teams are sent only by users who can see them; otherwise they do not change. */
export function roleInput(values: RoleValues, sees: { users: boolean; teams: boolean }) {
  const { displayName, description, users, teams, permissions } = values;
  return {
    displayName,
    description,
    explicitPermissions: permissions,
    ...(sees.users ? { userList: users.map(({ id }) => id) } : {}),
    ...(sees.teams ? { teamList: teams.map(({ id }) => id) } : {}),
  };
}

export type RoleInput = ReturnType<typeof roleInput> & { id?: number };
