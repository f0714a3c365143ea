import type { z } from 'zod';
import { organisationSettings } from '@overlook/db/schema';
import type { auditRetentionSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { sweepAudit } from '../../services/audit-retention.ts';

type Retention = z.output<typeof auditRetentionSchema>;

/** How long the audit is kept. */
export async function getRetention({ db }: SignedInContext): Promise<Retention> {
  const [settings] = await db.select({ days: organisationSettings.auditRetentionDays }).from(organisationSettings);
  return { days: settings?.days ?? null };
}

/** Sets how long the audit is kept, and removes what is older by now. */
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
