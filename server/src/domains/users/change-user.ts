import { and, eq, isNull } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { users } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { User } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { notFound, conflict } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import type { AccessTransaction } from '../members/access-transaction.ts';
import { changeAccess } from '../access/change-access.ts';
import { bumpVersion, assertCurrentVersion } from '../members/versions.ts';
import { loadUser } from '../members/load-user.ts';

/** Throws 409 when users would lock themselves out. */
export function assertNotOneself(ctx: SignedInContext, userId: number): void {
  if (userId === ctx.caller.userId) throw conflict(ADMIN_MESSAGES['user.notOneself']);
}

export type UserRow = typeof users.$inferSelect;

/** The columns that a change sets, and its audit entry. */
interface UserChange {
  readonly set: PgUpdateSetSource<typeof users>;
  readonly details?: Record<string, unknown>;
  /** A change that forms do not save, so open forms of this user stay valid. */
  readonly isBesideForms?: boolean;
}

/**
 * The common part of every change to one user: checks that the user exists and the version is current, stores the
 * change with its audit entry, and checks the gained permissions.
 */
export async function storeUserChange(
  ctx: SignedInContext,
  { action, id, version }: { action: `users.${string}`; id: number; version?: number | undefined },
  change: (tx: AccessTransaction, user: UserRow) => Promise<UserChange> | UserChange,
): Promise<void> {
  await changeAccess(ctx, {
    affected: () => [id],
    async change(tx) {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), isNull(users.deletedAt)))
        // The same lock as a sign-in takes: otherwise a sign-in could read the old row and begin a session after the others were ended.
        .for('no key update');
      if (!user) throw notFound(ADMIN_MESSAGES['user.unknown']);
      await assertCurrentVersion(tx, 'user', user, version);
      const { set, details, isBesideForms } = await change(tx, user);
      await tx
        .update(users)
        .set({ ...set, ...(isBesideForms ? {} : bumpVersion(ctx)) })
        .where(eq(users.id, id));
      const name = `${user.firstName} ${user.lastName}`;
      await recordDone(tx, ctx, { action, subject: `user:${id}`, details: { name, ...details } });
    },
  });
}

/** The same; returns the changed user. */
export async function changeUser(...change: Parameters<typeof storeUserChange>): Promise<SavedUser> {
  await storeUserChange(...change);
  const [ctx, { id }] = change;
  return { status: 'success', user: await loadUser(ctx, id) };
}

export interface SavedUser {
  status: 'success';
  user: User;
}
