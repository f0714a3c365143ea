import { and, ne } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import { type AppError, invalid } from '../../errors/app-error.ts';
import { hasShortName } from '../../services/site-names.ts';

/** 400, for a short name that a site has or had. */
export function shortNameTaken(): AppError {
  const told = MANAGE_SITES_MESSAGES['manageSites.shortNameTaken'];
  return invalid(told, { slug: told });
}

/** Throws 400 for a short name that a site has or had, other than the one with the id `exceptId`. */
export async function assertShortNameFree(tx: Db, slug: string, exceptId = 0): Promise<void> {
  const [taken] = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(ne(sites.id, exceptId), hasShortName(slug)));
  if (taken) throw shortNameTaken();
}
