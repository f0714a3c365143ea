import { and, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '@overlook/db';
import { mocs } from '@overlook/db/schema';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Moc } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { assertCurrentVersion, bumpVersion } from '../members/versions.ts';
import { type FieldChange, fieldChanges } from './field-changes.ts';
import { loadMoc } from './load-mocs.ts';

/** The change, and the version of it that the caller has seen. */
export interface NamedMoc {
  readonly siteId: number;
  readonly id: number;
  readonly version?: number | undefined;
  /** Identifies the caller's save in all attempts. */
  readonly saveGuid?: string | undefined;
}

/** Columns that a verb sets on the row, and its changes of the areas. */
interface MocChange {
  readonly set?: PgUpdateSetSource<typeof mocs>;
  readonly areas?: readonly FieldChange[];
}

/**
 * The common part of every change to one MOC and its parts: finds and locks it, checks the version, and stores the
 * change with a new version and its audit entry, which has each field before and after. A save that changes nothing
 * stores nothing. Returns the MOC as it then is. Throws 404; 409 when another save than an earlier attempt of this one
 * was made since `version`, or when it is archived.
 */
export async function changeMoc(
  ctx: SignedInContext,
  action: `mocs.${string}`,
  { siteId, id, version, saveGuid }: NamedMoc,
  change: (tx: Db, moc: Moc) => Promise<MocChange> | MocChange,
): Promise<Moc> {
  return ctx.db.transaction(async (tx) => {
    const reading = { db: tx, log: ctx.log };
    const row = await lockMoc(tx, siteId, id);
    if (row.archivedAt && !CHANGES_ARCHIVED.has(action)) throw conflict(MOCS_MESSAGES['moc.archived']);
    if (saveGuid === undefined || row.saveGuid !== saveGuid) await assertCurrentVersion(tx, 'MOC', row, version);
    const before = await loadMoc(reading, { siteId, id });
    const { set = {}, areas = [] } = await change(tx, before);
    if (Object.keys(set).length > 0) await tx.update(mocs).set(set).where(eq(mocs.id, id));
    const after = await loadMoc(reading, { siteId, id });
    const changes = [...fieldChanges(before, after), ...areas];
    if (changes.length === 0 && before.archived === after.archived) return before;
    await tx
      .update(mocs)
      .set({ ...bumpVersion(ctx), saveGuid: saveGuid ?? null })
      .where(eq(mocs.id, id));
    const details = { siteId, name: before.name, changes };
    await recordDone(tx, ctx, { action, subject: `moc:${id}`, details });
    return loadMoc(reading, { siteId, id });
  });
}

const CHANGES_ARCHIVED: ReadonlySet<string> = new Set(['mocs.archive', 'mocs.restore']);

async function lockMoc(tx: Db, siteId: number, id: number) {
  const { version, updatedAt, updatedBy, archivedAt, saveGuid } = mocs;
  const [row] = await tx
    .select({ version, updatedAt, updatedBy, archivedAt, saveGuid })
    .from(mocs)
    .where(and(eq(mocs.siteId, siteId), eq(mocs.id, id)))
    .for('no key update');
  if (!row) throw notFound(MOCS_MESSAGES['moc.notFound']);
  return row;
}
