import type { SignedInContext } from '../../context.ts';
import { changeUser, type SavedUser } from './change-user.ts';

/** Lets a disabled user in again. Throws 403 when they hold what the caller does not, 404. */
export const enableUser = (ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> =>
  changeUser(ctx, { action: 'users.enable', id }, () => ({ set: { disabledAt: null } }));
