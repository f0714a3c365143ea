import { desc } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntries } from '@overlook/db/schema';
import { AUDIT_ACTIONS_AMONG } from '@overlook/shared/config';
import type { auditActionsOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';

/** The operations of the newest entries, in alphabetical order: the choices of a filter. */
export async function listActions({ db }: SignedInContext): Promise<z.input<typeof auditActionsOutputSchema>> {
  const newest = db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(AUDIT_ACTIONS_AMONG)
    .as('newest');
  const rows = await db.selectDistinct({ action: newest.action }).from(newest).orderBy(newest.action);
  return { actions: rows.map(({ action }) => action) };
}
