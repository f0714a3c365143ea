import { and, eq, isNull } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { User } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';
import { changeAccess } from '../permissions/change-access.ts';
import { edited, refuseStale } from '../permissions/edition.ts';
import { loadUser } from './load-user.ts';

export type UserRow = typeof users.$inferSelect;

/** What a change sets on the row, and what the audit tells of it. */
interface UserChange {
  readonly set: PgUpdateSetSource<typeof users>;
  readonly details?: Record<string, unknown>;
  /** What open forms of this user would not save: they stay valid. */
  readonly isBesideForms?: boolean;
}

/** The frame of every change to one user: found, not stale, written with its audit entry, and nobody gained too much. */
export async function storeUserChange(
  ctx: SignedInContext,
  { action, id, version }: { action: `users.${string}`; id: number; version?: number | undefined },
  change: (tx: Db, user: UserRow) => Promise<UserChange> | UserChange,
): Promise<void> {
  await changeAccess(ctx, {
    affected: () => [id],
    async change(tx) {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), isNull(users.deletedAt)))
        // As sign-ins lock it: one that begins a session meanwhile would do so after sessions were ended, by the old row.
        .for('no key update');
      if (!user) throw notFound(ADMIN_MESSAGES['user.unknown']);
      await refuseStale(tx, 'user', user, version);
      const { set, details, isBesideForms } = await change(tx, user);
      await tx
        .update(users)
        .set({ ...set, ...(isBesideForms ? {} : edited(ctx)) })
        .where(eq(users.id, id));
      const name = `${user.firstName} ${user.lastName}`;
      await recordDone(tx, ctx, { action, subject: `user:${id}`, details: { name, ...details } });
    },
  });
}

/** The same, answered with the user as they are now. */
export async function changeUser(...change: Parameters<typeof storeUserChange>): Promise<SavedUser> {
  await storeUserChange(...change);
  const [ctx, { id }] = change;
  return { status: 'success', user: await loadUser(ctx, id) };
}

export interface SavedUser {
  status: 'success';
  user: User;
}
