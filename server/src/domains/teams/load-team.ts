import type { Db } from '@overlook/db';
import type { Team, TeamSummary } from '@overlook/shared/schemas';
import { findGroup, type GroupRow } from '../members/groups.ts';
import { countUsers, namedMembers, userMembers } from '../members/memberships.ts';

/** Rows as a list shows them. */
export async function summariseTeams(db: Db, rows: readonly GroupRow[]): Promise<TeamSummary[]> {
  const ids = rows.map((row) => row.id);
  const [counts, roleLists] = await Promise.all([
    countUsers(db, 'usersOfTeam', ids),
    namedMembers(db, 'rolesOfTeam', ids),
  ]);
  return rows.map(({ id, displayName, description, createdAt, version }) => ({
    id,
    displayName,
    description,
    membershipCount: counts.get(id) ?? 0,
    created: createdAt.toISOString(),
    version,
    roleList: roleLists.get(id) ?? [],
  }));
}

/** Rows with their members. */
export async function describeTeams(db: Db, rows: readonly GroupRow[]): Promise<Team[]> {
  const userLists = await userMembers(
    db,
    'usersOfTeam',
    rows.map((row) => row.id),
  );
  return (await summariseTeams(db, rows)).map((team) => ({ ...team, userList: userLists.get(team.id) ?? [] }));
}

/** One team. Throws 404. */
export async function loadTeam(db: Db, id: number): Promise<Team> {
  const [team] = await describeTeams(db, [await findGroup(db, 'team', id)]);
  return team!;
}
