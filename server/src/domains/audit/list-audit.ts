import { and, desc, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { auditEntries, users } from '@overlook/db/schema';
import type { AuditEntry, AuditFilter, auditListInputSchema, auditListOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';

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

/** The newest entries that fit the filter and are older than the entry `before`, at most `limit`. */
export async function findEntries(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { id, firstName, lastName, email } = users;
  const rows = await db
    .select({ entry: auditEntries, user: { id, firstName, lastName, email } })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(and(fits(filter), before ? lt(auditEntries.id, before) : undefined))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
  return rows.map(({ entry: { userId: _, at, ...entry }, user }) => ({ ...entry, at: at.toISOString(), user }));
}

/** One page of the audit, newest first. */
export async function listAudit(
  { db }: SignedInContext,
  { before, limit, ...filter }: z.output<typeof auditListInputSchema>,
): Promise<z.input<typeof auditListOutputSchema>> {
  const found = await findEntries(db, filter, { before, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? entries.at(-1)!.id : null };
}
