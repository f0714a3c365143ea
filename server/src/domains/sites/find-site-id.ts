import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';

/** The id of the site with this slug, whoever asks; null when there is none. */
export async function findSiteId(db: Db, slug: string): Promise<number | null> {
  const [site] = await db.select({ id: sites.id }).from(sites).where(eq(sites.slug, slug));
  return site?.id ?? null;
}
