import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { sendPasswordReset } from '../auth/send-password-reset.ts';
import { storeUserChange } from './change-user.ts';

/** Mails somebody a link to set a new password. Throws 404; 409 for somebody who is shut out. */
export async function sendReset(ctx: SignedInContext, { id }: { id: number }): Promise<{ status: 'success' }> {
  await storeUserChange(ctx, { action: 'users.sendPasswordReset', id }, async (tx, user) => {
    if (user.disabledAt || user.archivedAt) throw conflict(ADMIN_MESSAGES['user.shutOut']);
    await sendPasswordReset(ctx, tx, user);
    return { set: {} };
  });
  return { status: 'success' };
}
