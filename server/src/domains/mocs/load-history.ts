import { and, desc, eq, isNull, like, notInArray } from 'drizzle-orm';
import { auditEntries, users } from '@overlook/db/schema';
import { HISTORY_ENTRIES_MOST } from '@overlook/shared/config';
import { type mocHistoryAnswerSchema, mocHistoryEntrySchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { loadMoc } from './load-mocs.ts';

/** Comments are in another list. */
const NOT_TOLD = ['mocs.addComment', 'mocs.removeComment'];

/** The actions on a change and their authors, the newest first, as far back as the audit is kept. Throws 404. */
export async function loadHistory(
  ctx: SignedInContext,
  { siteId, id }: { siteId: number; id: number },
): Promise<z.input<typeof mocHistoryAnswerSchema>> {
  await loadMoc(ctx, { siteId, id });
  const rows = await ctx.db
    .select({ entry: auditEntries, firstName: users.firstName, lastName: users.lastName })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .where(
      and(
        eq(auditEntries.subject, `moc:${id}`),
        isNull(auditEntries.refusal),
        like(auditEntries.action, 'mocs.%'),
        notInArray(auditEntries.action, NOT_TOLD),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(HISTORY_ENTRIES_MOST);
  const { fields } = mocHistoryEntrySchema.shape;
  const entries = rows.map(({ entry, firstName, lastName }) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    by: firstName === null ? null : `${firstName} ${lastName}`,
    action: entry.action,
    fields: readableValue(ctx.log, `audit entry ${entry.id}, changes`, fields, entry.details?.['changes'] ?? [], []),
  }));
  return { entries };
}
