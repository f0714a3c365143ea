import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { changeAccess } from '../access/change-access.ts';
import { findGroup, removeGroup } from '../members/groups.ts';
import { holdersOf, setMembers } from '../members/memberships.ts';

/**
 * Deletes a role; its holders lose its permissions. Throws 404; 403 where a Deny of it withheld from a user a
 * permission that the caller does not hold; 409 where no administrator would be left.
 */
export async function deleteRole(ctx: SignedInContext, { id }: { id: number }): Promise<{ status: 'success' }> {
  await changeAccess(ctx, {
    affected: (tx) => holdersOf(tx, id),
    async change(tx) {
      const { displayName: name } = await findGroup(tx, 'role', id);
      const users = await setMembers(tx, ctx, 'usersOfRole', id, []);
      const teams = await setMembers(tx, ctx, 'teamsOfRole', id, []);
      await removeGroup(tx, 'role', id);
      await recordDone(tx, ctx, { action: 'roles.delete', subject: `role:${id}`, details: { name, users, teams } });
    },
  });
  return { status: 'success' };
}
