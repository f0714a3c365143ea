import { desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';

/** The condition that a site has this short name, or had it before: links, files and scripts keep former ones. */
export const hasShortName = (slug: string): SQL => or(eq(sites.slug, slug), sql`${slug} = any(${sites.formerSlugs})`)!;

/** The site of a present or former short name; null when there is none. A present one comes first. */
export async function findSiteByName(db: Db, slug: string): Promise<{ id: number; slug: string } | null> {
  const [found] = await db
    .select({ id: sites.id, slug: sites.slug })
    .from(sites)
    .where(hasShortName(slug))
    .orderBy(desc(eq(sites.slug, slug)))
    .limit(1);
  return found ?? null;
}

/** Bytes of the models of a site, whose folders have its present and former names. */
export const bytesOfSite = (
  { bytesBySlug }: { readonly bytesBySlug: ReadonlyMap<string, number> },
  { slug, formerSlugs }: { readonly slug: string; readonly formerSlugs: readonly string[] },
): number => [slug, ...formerSlugs].reduce((sum, name) => sum + (bytesBySlug.get(name) ?? 0), 0);
