import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors.ts';

/** Throws 409 when somebody is about to shut themselves out. */
export function refuseOneself(ctx: SignedInContext, userId: number): void {
  if (userId === ctx.caller.userId) throw conflict(ADMIN_MESSAGES['user.notOneself']);
}
