import type { SignedInContext } from '../../context.ts';
import { refuseMorePowerful } from '../permissions/refuse-overreach.ts';
import { changeUser, type SavedUser } from './change-user.ts';
import { endSignIns } from './end-sign-ins.ts';
import { refuseOneself } from './refuse-oneself.ts';

/** Shuts a user out at once. Throws 403 for a user
 * who holds more than the caller; 404; 409 for oneself and for the last administrator. */
export async function disableUser(ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> {
  refuseOneself(ctx, id);
  return changeUser(ctx, { action: 'users.disable', id }, async (tx, user) => {
    await refuseMorePowerful(tx, ctx.caller.userId, id);
    await endSignIns(tx, id);
    return { set: { disabledAt: user.disabledAt ?? ctx.clock.now() } };
  });
}
