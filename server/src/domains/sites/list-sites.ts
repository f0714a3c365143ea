import { asc, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { canViewSite } from '@overlook/shared/permissions';
import { type Site, type SiteData, siteDataSchema, siteSchema } from '@overlook/shared/schemas';
import type { ReadingContext, Services } from '../../context.ts';
import { sitesWithPicture } from '../snapshots/find-picture.ts';
import { readableRows, readableValue } from '../../services/stored-rows.ts';

type ListingContext = Pick<ReadingContext, 'db' | 'log' | 'reader'>;

/** The id of the site with this slug, for any user; null when there is none. */
export async function findSiteId(db: Db, slug: string): Promise<number | null> {
  const [site] = await db.select({ id: sites.id }).from(sites).where(eq(sites.slug, slug));
  return site?.id ?? null;
}

/** The sites that exist for the reader: those with at least one VIEW permission (specification §6). */
export async function listSites(ctx: ListingContext): Promise<{ sites: Site[] }> {
  const rows = await ctx.db.select().from(sites).orderBy(asc(sites.name), asc(sites.id));
  const { permissions } = ctx.reader;
  const read = rows
    .filter((row) => canViewSite(permissions, row.id))
    .map(({ createdAt: _, ...site }) => ({
      ...site,
      modelSettings: readableSetting(ctx.log, site, 'modelSettings'),
      nearbyImagesType: readableSetting(ctx.log, site, 'nearbyImagesType'),
      data: readableData(ctx.log, site.id, site.data),
    }));
  const withPicture = await sitesWithPicture(ctx.db, permissions, read);
  const visible = read.map((site) => ({ ...site, hasPicture: withPicture.has(site.id) }));
  return { sites: readableRows(ctx.log, 'site', siteSchema, visible) };
}

/** 0, the default, for values other than 0 and 1. */
function readableSetting(
  log: Services['log'],
  site: Pick<Site, 'id' | 'modelSettings' | 'nearbyImagesType'>,
  name: 'modelSettings' | 'nearbyImagesType',
): 0 | 1 {
  return readableValue(log, `site ${site.id}, ${name}`, siteSchema.shape[name], site[name], 0);
}

/** A site's data. A part that cannot be read has the value of a site without data. */
function readableData(log: Services['log'], siteId: number, stored: unknown): SiteData {
  if (siteDataSchema.safeParse(stored).success) return stored as SiteData;
  const data = recordOf(stored);
  const meta = recordOf(data['meta']);
  const { avatar, minimapMaxNativeZoom, meta: metaSchema } = siteDataSchema.shape;
  const { homeBookmark, origin } = metaSchema.shape;
  const what = (part: string) => `site ${siteId}, data.${part}`;
  return {
    avatar: readableValue(log, what('avatar'), avatar, data['avatar'] ?? null, null),
    minimapMaxNativeZoom: readableValue(
      log,
      what('minimapMaxNativeZoom'),
      minimapMaxNativeZoom,
      data['minimapMaxNativeZoom'] ?? null,
      null,
    ),
    meta: {
      homeBookmark: readableValue(log, what('meta.homeBookmark'), homeBookmark, meta['homeBookmark'] ?? null, null),
      origin: readableValue(log, what('meta.origin'), origin, meta['origin'] ?? null, null),
    },
  };
}

const recordOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? value : {};
