import type { SignedInContext } from '../../context.ts';
import { changeUser, type SavedUser } from './change-user.ts';

/** Takes a user out of the archive again. Throws 403 when they hold what the caller does not, 404. */
export const restoreUser = (ctx: SignedInContext, { id }: { id: number }): Promise<SavedUser> =>
  changeUser(ctx, { action: 'users.restore', id }, () => ({ set: { archivedAt: null } }));
