import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { snapshots } from '@overlook/db/schema';
import { canViewSite } from '@overlook/shared/permissions';
import type { Snapshot, updateSnapshotInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { assertRoom, isPlaceOf, noSuchPlace, snapshotOf, type SnapshotRow } from './snapshot-rows.ts';

interface Changed {
  status: 'success';
  snapshot: Snapshot;
}

/** The caller's own Place, locked until the transaction ends. Throws 404 for any other. */
export async function lockOwnPlace(tx: Db, { caller }: SignedInContext, id: number): Promise<SnapshotRow> {
  const [row] = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.id, id), isPlaceOf(caller.userId)))
    .for('update');
  if (!row || !canViewSite(caller.permissions, row.siteId)) throw noSuchPlace();
  return row;
}

interface Changes {
  readonly set: Partial<SnapshotRow>;
  readonly details?: object;
}

/**
 * The common part of each change of a Place: only the owner may change it, and changes are audited. A change without
 * effect is not stored.
 */
async function changePlace(
  ctx: SignedInContext,
  { action, id }: { action: `snapshots.${string}`; id: number },
  change: (row: SnapshotRow, tx: Db) => Changes | Promise<Changes>,
): Promise<Changed> {
  const row = await ctx.db.transaction(async (tx) => {
    const before = await lockOwnPlace(tx, ctx, id);
    const { set, details } = await change(before, tx);
    if (Object.entries(set).every(([name, value]) => before[name as keyof SnapshotRow] === value)) return before;
    const [after] = await tx.update(snapshots).set(set).where(eq(snapshots.id, id)).returning();
    const { name, siteId } = before;
    await recordDone(tx, ctx, { action, subject: `snapshot:${id}`, details: { name, siteId, ...details } });
    return after!;
  });
  return { status: 'success', snapshot: snapshotOf(ctx.log, row, ctx.caller.userId) };
}

/** Changes the name or the description of the caller's own Place; absent fields do not change. Throws 404. */
export const updatePlace = (
  ctx: SignedInContext,
  { id, name, description }: z.output<typeof updateSnapshotInputSchema>,
): Promise<Changed> =>
  changePlace(ctx, { action: 'snapshots.update', id }, (row) => ({
    set: { name: name ?? row.name, description: description ?? row.description },
    details: name === undefined || name === row.name ? {} : { newName: name },
  }));

/** Archives the caller's own Place; its address no longer opens it for others. Throws 404. */
export const archivePlace = (ctx: SignedInContext, { id }: { id: number }): Promise<Changed> =>
  changePlace(ctx, { action: 'snapshots.archive', id }, (row) => ({
    set: { archivedAt: row.archivedAt ?? ctx.clock.now() },
  }));

/** Restores it. Throws 404; 400 for a person who already has the largest number of Places. */
export const restorePlace = (ctx: SignedInContext, { id }: { id: number }): Promise<Changed> =>
  changePlace(ctx, { action: 'snapshots.restore', id }, async (row, tx) => {
    if (row.archivedAt) await assertRoom(tx, ctx.caller.userId);
    return { set: { archivedAt: null } };
  });
