import { and, desc, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntries, users } from '@overlook/db/schema';
import {
  type AuditEntry,
  type AuditFilter,
  auditEntrySchema,
  type auditListInputSchema,
  type auditListOutputSchema,
} from '@overlook/shared/schemas';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { SignedInContext } from '../../context.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { withNames } from './names.ts';

function fits({ userId, action, subject, outcome, from, to }: AuditFilter): SQL | undefined {
  return and(
    userId ? eq(auditEntries.userId, userId) : undefined,
    action ? or(eq(auditEntries.action, action), sql`starts_with(${auditEntries.action}, ${`${action}.`})`) : undefined,
    subject ? eq(auditEntries.subject, subject) : undefined,
    outcome === 'done' ? isNull(auditEntries.refusal) : undefined,
    outcome === 'refused' ? isNotNull(auditEntries.refusal) : undefined,
    from ? gte(auditEntries.at, new Date(from)) : undefined,
    to ? lt(auditEntries.at, new Date(to)) : undefined,
  );
}

/** Whether the caller may read the changed values: those of a MOC only at a site whose MOCs the caller may see. */
function mayRead({ caller }: SignedInContext, subject: string | null, { siteId }: Record<string, unknown>): boolean {
  if (!subject?.startsWith('moc:') || typeof siteId !== 'number') return true;
  return isAllowedAtSite(caller.permissions, siteId, 'MOC:VIEW');
}

/** The newest entries that fit the filter and are older than the entry `before`, at most `limit`. */
export async function findEntries(
  ctx: SignedInContext,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { db, log } = ctx;
  const { id, firstName, lastName, email } = users;
  const rows = await db
    .select({ entry: auditEntries, user: { id, firstName, lastName, email } })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(and(fits(filter), before ? lt(auditEntries.id, before) : undefined))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
  const entries = rows.map(({ entry: { userId: _, at, details, ...entry }, user }) => {
    const read = readableValue(log, `audit entry ${entry.id}, details`, auditEntrySchema.shape.details, details, {});
    return { ...entry, at: at.toISOString(), user, details: mayRead(ctx, entry.subject, read) ? read : {} };
  });
  return withNames(ctx, entries);
}

/** One page of the audit, newest first. */
export async function listAudit(
  ctx: SignedInContext,
  { before, limit, ...filter }: z.output<typeof auditListInputSchema>,
): Promise<z.input<typeof auditListOutputSchema>> {
  const found = await findEntries(ctx, filter, { before, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? entries.at(-1)!.id : null };
}
