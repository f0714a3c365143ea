import type { SignedInContext } from '../../context.ts';
import { changeUser, type SavedUser, assertNotOneself } from './change-user.ts';
import { assertNotMorePowerful } from '../access/overreach.ts';
import { endSignIns } from '../auth/session/sessions.ts';

/** Enables a disabled user. Throws 403 when the user holds permissions that the caller does not, 404. */
export const enableUser = (ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> =>
  changeUser(ctx, { action: 'users.enable', id }, () => ({ set: { disabledAt: null } }));

/** Disables a user and ends their sessions. Throws 403 for a user
 * who holds more than the caller; 404; 409 for oneself and for the last administrator. */
export async function disableUser(ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> {
  assertNotOneself(ctx, id);
  return changeUser(ctx, { action: 'users.disable', id }, async (tx, user) => {
    await assertNotMorePowerful(tx, ctx.caller.userId, id);
    await endSignIns(tx, id);
    return { set: { disabledAt: user.disabledAt ?? ctx.clock.now() } };
  });
}

/** Archives a user, who is then omitted from the list, and ends their sessions. Throws 403 for a user
 * who holds more than the caller; 404; 409 for oneself and for the last administrator. */
export async function archiveUser(ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> {
  assertNotOneself(ctx, id);
  return changeUser(ctx, { action: 'users.archive', id }, async (tx, user) => {
    await assertNotMorePowerful(tx, ctx.caller.userId, id);
    await endSignIns(tx, id);
    return { set: { archivedAt: user.archivedAt ?? ctx.clock.now() } };
  });
}

/** Restores an archived user. Throws 403 when the user holds permissions that the caller does not, 404. */
export const restoreUser = (ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> =>
  changeUser(ctx, { action: 'users.restore', id }, () => ({ set: { archivedAt: null } }));
