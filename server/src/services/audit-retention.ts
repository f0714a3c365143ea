import { lt, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { auditEntries, organisationSettings } from '@overlook/db/schema';
import type { Clock } from './clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes audit entries that are older than the organisation keeps them, and writes down that it did. Returns how many.
 */
export async function sweepAudit({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const [settings] = await db.select({ days: organisationSettings.auditRetentionDays }).from(organisationSettings);
  if (!settings?.days) return 0;
  const now = clock.now();
  const before = new Date(now.getTime() - settings.days * DAY_MS);
  return db.transaction(async (tx) => {
    // Without this word the database refuses to delete an entry.
    await tx.execute(sql`select set_config('overlook.audit_retention', 'on', true)`);
    const removed = await tx.delete(auditEntries).where(lt(auditEntries.at, before)).returning({ id: auditEntries.id });
    const details = { before: before.toISOString(), count: removed.length };
    if (removed.length > 0) await tx.insert(auditEntries).values({ at: now, action: 'audit.sweep', details });
    return removed.length;
  });
}
