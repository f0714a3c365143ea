import { eq } from 'drizzle-orm';
import { recoveryCodes } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { setMembers } from '../members/memberships.ts';
import { assertNotMorePowerful } from '../access/overreach.ts';
import { storeUserChange, assertNotOneself } from './change-user.ts';
import { endSignIns } from '../auth/session/sessions.ts';

/**
 * Deletes an account: it has no permissions, sign-in to it is impossible, and its address is free. The name is kept for
 * the Places, MOCs and audit entries that name the user. Throws 403 for a user who holds more permissions than the
 * caller; 404; 409 for oneself and for the last administrator.
 */
export async function deleteUser(ctx: SignedInContext, { id }: { id: number }): Promise<{ status: 'success' }> {
  assertNotOneself(ctx, id);
  await storeUserChange(ctx, { action: 'users.delete', id }, async (tx, user) => {
    await assertNotMorePowerful(tx, ctx.caller.userId, id);
    await endSignIns(tx, id);
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
    const now = ctx.clock.now();
    return {
      set: {
        deletedAt: now,
        disabledAt: user.disabledAt ?? now,
        archivedAt: user.archivedAt ?? now,
        // Every address has an at sign, so no user can have this one.
        email: `deleted-${id}`,
        passwordHash: null,
        ssoTid: null,
        ssoSub: null,
        totpSecret: null,
        totpPendingSecret: null,
        data: {},
      },
      details: {
        email: user.email,
        roles: await setMembers(tx, ctx, 'rolesOfUser', id, []),
        teams: await setMembers(tx, ctx, 'teamsOfUser', id, []),
      },
    };
  });
  return { status: 'success' };
}
