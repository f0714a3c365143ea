import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { notFound } from '../errors/app-error.ts';

/** The row of a site, locked until the transaction ends: imports take the same lock. Throws 404. */
export async function lockSite(tx: Db, siteId: number): Promise<typeof sites.$inferSelect> {
  const [row] = await tx.select().from(sites).where(eq(sites.id, siteId)).for('update');
  if (!row) throw notFound(ADMIN_MESSAGES['site.unknown']);
  return row;
}
