import { sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { isAllowed } from '@overlook/shared/permissions';
import type { Caller, SignedInContext } from '../../context.ts';
import { AppError, forbidden } from '../../errors.ts';
import { compareHoldings, type HoldingChange, holdingOf, loadStanding } from './holdings.ts';
import { refuseOverreach } from './refuse-overreach.ts';

/**
 * Key of the advisory lock that lets changes of users, teams and roles happen one after another, in all processes: two
 * administrators who disable each other at once would otherwise both find the other still there.
 */
const ADMINISTRATION_LOCK = 7_305_622;

/** A change that may alter what people can do. */
export interface AccessChange<T> {
  /** Everybody whose permissions may come out differently; asked before the change. */
  affected(tx: Db): Promise<Iterable<number>> | Iterable<number>;
  change(tx: Db): Promise<T>;
  /** Users that the change has made, who held nothing before. */
  made?(result: T): readonly number[];
}

async function runGuarded<T>(tx: Db, { userId, mustHold = [] }: Caller, { affected, change, made }: AccessChange<T>) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATION_LOCK})`);
  const ids = new Set(await affected(tx)).add(userId);
  const before = await loadStanding(tx, ids);
  // The caller may have been demoted while this waited for the lock.
  if (!isAllowed(holdingOf(before.active, userId), null, mustHold)) throw forbidden();
  const result = await change(tx);
  for (const id of made?.(result) ?? []) ids.add(id);
  const after = await loadStanding(tx, ids);
  return { result, before, after };
}

/**
 * Runs a change in a transaction and keeps it only if `refuseOverreach` finds nothing wrong with its outcome. Cached
 * permissions are forgotten.
 */
export async function changeAccess<T>(ctx: SignedInContext, change: AccessChange<T>): Promise<T> {
  const result = await ctx.db.transaction(async (tx) => {
    const run = await runGuarded(tx, ctx.caller, change);
    await refuseOverreach(tx, ctx.caller.userId, run.before, run.after);
    return run.result;
  });
  ctx.access.forget();
  return result;
}

/** Thrown to undo a transaction whose outcome has been noted. */
class Undone extends Error {
  override readonly name = 'Undone';
}

/**
 * Runs a change as it would be run, notes what it comes to for people, and undoes it. A change that would be refused says
 * why in `refusal`; input that is plainly wrong throws.
 */
export async function previewAccess(
  ctx: SignedInContext,
  change: AccessChange<unknown>,
): Promise<{ changes: HoldingChange[]; refusal: string | null }> {
  let changes: HoldingChange[] = [];
  try {
    await ctx.db.transaction(async (tx) => {
      const { before, after } = await runGuarded(tx, ctx.caller, change);
      changes = compareHoldings(before.active, after.active);
      await refuseOverreach(tx, ctx.caller.userId, before, after);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof AppError && ['FORBIDDEN', 'CONFLICT'].includes(error.code))
      return { changes, refusal: error.message };
    if (!(error instanceof Undone)) throw error;
  }
  return { changes, refusal: null };
}
