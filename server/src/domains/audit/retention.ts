import { lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { organisationSettings, auditEntries } from '@overlook/db/schema';
import type { auditRetentionSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { DAY_MS, type Clock } from '../../services/clock.ts';

/**
 * Removes audit entries that are older than the organisation keeps them, and records that. Returns how many.
 */
export async function sweepAudit({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const [settings] = await db.select({ days: organisationSettings.auditRetentionDays }).from(organisationSettings);
  if (!settings?.days) return 0;
  const now = clock.now();
  const before = new Date(now.getTime() - settings.days * DAY_MS);
  return db.transaction(async (tx) => {
    // Without this setting the database refuses to delete an entry.
    await tx.execute(sql`select set_config('overlook.audit_retention', 'on', true)`);
    const removed = await tx.delete(auditEntries).where(lt(auditEntries.at, before)).returning({ id: auditEntries.id });
    const details = { before: before.toISOString(), count: removed.length };
    if (removed.length > 0) await tx.insert(auditEntries).values({ at: now, action: 'audit.sweep', details });
    return removed.length;
  });
}

type Retention = z.output<typeof auditRetentionSchema>;

/** The retention of the audit, in days. */
export async function getRetention({ db }: SignedInContext): Promise<Retention> {
  const [settings] = await db.select({ days: organisationSettings.auditRetentionDays }).from(organisationSettings);
  return { days: settings?.days ?? null };
}

/** Sets how long the audit is kept, and removes entries that are older. */
export async function setRetention(
  ctx: SignedInContext,
  { days }: Retention,
): Promise<Retention & { status: 'success' }> {
  await ctx.db.transaction(async (tx) => {
    const set = { auditRetentionDays: days };
    await tx.insert(organisationSettings).values(set).onConflictDoUpdate({ target: organisationSettings.id, set });
    await recordDone(tx, ctx, { action: 'audit.setRetention', details: { days } });
  });
  await sweepAudit(ctx);
  return { status: 'success', days };
}
