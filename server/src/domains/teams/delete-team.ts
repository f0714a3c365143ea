import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { changeAccess } from '../access/change-access.ts';
import { findGroup, removeGroup } from '../members/groups.ts';
import { membersOf, setMembers } from '../members/memberships.ts';

/** Deletes a team; its members lose its permissions. Throws 404; 409 where no administrator would be left. */
export async function deleteTeam(ctx: SignedInContext, { id }: { id: number }): Promise<{ status: 'success' }> {
  await changeAccess(ctx, {
    affected: (tx) => membersOf(tx, [id]),
    async change(tx) {
      const { displayName: name } = await findGroup(tx, 'team', id);
      const users = await setMembers(tx, ctx, 'usersOfTeam', id, []);
      const roles = await setMembers(tx, ctx, 'rolesOfTeam', id, []);
      await removeGroup(tx, 'team', id);
      await recordDone(tx, ctx, { action: 'teams.delete', subject: `team:${id}`, details: { name, users, roles } });
    },
  });
  return { status: 'success' };
}
