import type { z } from 'zod';
import type { createTeamInputSchema, Team, updateTeamInputSchema } from '@overlook/shared/schemas';
import type { AccessTransaction } from '../members/access-transaction.ts';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { changeAccess } from '../access/change-access.ts';
import { findGroup, insertGroup, renameGroup } from '../members/groups.ts';
import { membersOf, setMembers } from '../members/memberships.ts';
import { loadTeam } from './load-team.ts';

type CreateInput = z.output<typeof createTeamInputSchema>;
type UpdateInput = z.output<typeof updateTeamInputSchema>;

interface SavedTeam {
  status: 'success';
  team: Team;
}

async function setLists(tx: AccessTransaction, ctx: SignedInContext, id: number, { userList, roleList }: CreateInput) {
  return {
    users: await setMembers(tx, ctx, 'usersOfTeam', id, userList),
    roles: await setMembers(tx, ctx, 'rolesOfTeam', id, roleList),
  };
}

/** Adds a team. Throws 400 for an unknown member or role, 403 for permissions that the caller does not hold. */
export async function createTeam(ctx: SignedInContext, input: CreateInput): Promise<SavedTeam> {
  const id = await changeAccess(ctx, {
    affected: () => input.userList ?? [],
    async change(tx) {
      const made = await insertGroup(tx, ctx, 'team', input);
      const details = { name: input.displayName, ...(await setLists(tx, ctx, made, input)) };
      await recordDone(tx, ctx, { action: 'teams.create', subject: `team:${made}`, details });
      return made;
    },
  });
  return { status: 'success', team: await loadTeam(ctx.db, id) };
}

/** Saves an edited team. Throws as `createTeam` does; 404; 409 when another person has saved since `version`. */
export async function updateTeam(ctx: SignedInContext, input: UpdateInput): Promise<SavedTeam> {
  const { id, version } = input;
  await changeAccess(ctx, {
    affected: async (tx) => [...(await membersOf(tx, [id])), ...(input.userList ?? [])],
    async change(tx) {
      const row = await findGroup(tx, 'team', id, version);
      const changed = await renameGroup(tx, ctx, 'team', row, input);
      const details = { name: row.displayName, changed, ...(await setLists(tx, ctx, id, input)) };
      await recordDone(tx, ctx, { action: 'teams.update', subject: `team:${id}`, details });
    },
  });
  return { status: 'success', team: await loadTeam(ctx.db, id) };
}
