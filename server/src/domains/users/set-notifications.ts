import type { z } from 'zod';
import { isAllowed } from '@overlook/shared/permissions';
import { type notificationsInputSchema, subscriptionsSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { forbidden } from '../../errors/app-error.ts';
import { changeUser, type SavedUser } from './change-user.ts';

/** Sets notification flags: one's own, or with USERS:UPDATE those of any user. Throws 403, 404. */
export async function setNotifications(
  ctx: SignedInContext,
  { id, ...flags }: z.output<typeof notificationsInputSchema>,
): Promise<SavedUser> {
  const { userId, permissions } = ctx.caller;
  if (id !== userId && !isAllowed(permissions, null, 'USERS:UPDATE')) throw forbidden();
  return changeUser(ctx, { action: 'users.setNotifications', id }, (_tx, { data }) => {
    const given = Object.fromEntries(Object.entries(flags).filter(([, flag]) => flag !== undefined));
    const subscriptions = subscriptionsSchema.parse({ ...data.subscriptions, ...given });
    return { set: { data: { ...data, subscriptions } }, details: { subscriptions }, isBesideForms: true };
  });
}
