import { sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { isAllowed } from '@overlook/shared/permissions';
import type { Caller, SignedInContext } from '../../context.ts';
import { AppError, forbidden } from '../../errors/app-error.ts';
import { accessTransaction, type AccessTransaction } from '../members/access-transaction.ts';
import { permissionsOf } from '../../sessions/effective-permissions.ts';
import { comparePermissions, loadPermissionSnapshot, type PermissionChange } from './permission-snapshot.ts';
import { assertNoOverreach } from './overreach.ts';

/**
 * Key of the advisory lock that serialises changes of users, teams and roles in all processes: otherwise two administrators
 * who disable each other at the same time would both find the other still active.
 */
const ADMINISTRATION_LOCK = 7_305_622;

/** A change that may alter what people can do. */
export interface AccessChange<T> {
  /** The users whose permissions may differ afterwards; called before the change. */
  affected(tx: Db): Promise<Iterable<number>> | Iterable<number>;
  change(tx: AccessTransaction): Promise<T>;
  /** Users that the change has created, who held nothing before. */
  made?(result: T): readonly number[];
}

async function runGuarded<T>(
  tx: AccessTransaction,
  { userId, mustHold = [] }: Caller,
  { affected, change, made }: AccessChange<T>,
) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATION_LOCK})`);
  const ids = new Set(await affected(tx)).add(userId);
  const before = await loadPermissionSnapshot(tx, ids);
  // The caller may have lost permissions while this waited for the lock.
  if (!isAllowed(permissionsOf(before.active, userId), null, mustHold)) throw forbidden();
  const result = await change(tx);
  for (const id of made?.(result) ?? []) ids.add(id);
  const after = await loadPermissionSnapshot(tx, ids);
  return { result, before, after };
}

/** Runs a change in a transaction, which is rolled back when `assertNoOverreach` throws for its outcome. */
export async function changeAccess<T>(ctx: SignedInContext, change: AccessChange<T>): Promise<T> {
  return accessTransaction(ctx, async (tx) => {
    const run = await runGuarded(tx, ctx.caller, change);
    await assertNoOverreach(tx, ctx.caller.userId, run.before, run.after);
    return run.result;
  });
}

/** Thrown to roll back a transaction after its outcome has been recorded. */
class RollbackError extends Error {
  override readonly name = 'RollbackError';
}

/**
 * Runs a change, records its effect on users and rolls it back. `refusal` says why the change would be refused; wrong input
 * throws.
 */
export async function previewAccess(
  ctx: SignedInContext,
  change: AccessChange<unknown>,
): Promise<{ changes: PermissionChange[]; refusal: string | null }> {
  let changes: PermissionChange[] = [];
  try {
    await accessTransaction(ctx, async (tx) => {
      const { before, after } = await runGuarded(tx, ctx.caller, change);
      changes = comparePermissions(before.active, after.active);
      await assertNoOverreach(tx, ctx.caller.userId, before, after);
      throw new RollbackError();
    });
  } catch (error) {
    if (error instanceof AppError && ['FORBIDDEN', 'CONFLICT'].includes(error.code))
      return { changes, refusal: error.message };
    if (!(error instanceof RollbackError)) throw error;
  }
  return { changes, refusal: null };
}
