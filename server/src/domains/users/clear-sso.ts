import type { SignedInContext } from '../../context.ts';
import { refuseMorePowerful } from '../permissions/refuse-overreach.ts';
import { changeUser, type SavedUser } from './change-user.ts';

/** Forgets which single sign-on identity a user is. Throws 403 for somebody more powerful than the caller, 404. */
export const clearSso = (ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> =>
  changeUser(ctx, { action: 'users.clearSSO', id }, async (tx, { ssoTid, ssoSub }) => {
    await refuseMorePowerful(tx, ctx.caller.userId, id);
    return { set: { ssoTid: null, ssoSub: null }, details: { ssoTid, ssoSub } };
  });
