import { asc, isNull, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { canViewSite } from '@overlook/shared/permissions';
import { type Site, type SiteData, siteDataSchema, siteSchema } from '@overlook/shared/schemas';
import type { ReadingContext, Services } from '../../context.ts';
import { hasOwnPicture, pictureLookUp } from '../snapshots/find-picture.ts';
import { batchLookUps } from '../../services/batch-look-ups.ts';
import { findSiteByName } from '../../services/site-names.ts';
import { readableRows, readableValue } from '../../services/stored-rows.ts';

/** The order of lists of sites: as people have put them, then by name. */
export const LIST_ORDER = [asc(sites.sortOrder), asc(sites.name), asc(sites.id)] as const;

type ListingContext = Pick<ReadingContext, 'db' | 'log' | 'reader'>;

/** The id of the site with this slug, or that had it before, for any user; null when there is none. */
export async function findSiteId(db: Db, slug: string): Promise<number | null> {
  return (await findSiteByName(db, slug))?.id ?? null;
}

type ListedSite = Omit<Site, 'hasPicture'>;

/** A site as it was described and checked, for one state of its row; null where its row cannot be read. */
interface KnownSite {
  readonly rowVersion: string;
  readonly site: ListedSite | null;
}

/** What readers of a database share. */
interface SharedReading {
  readonly known: Map<number, KnownSite>;
  /** The rows for requests that arrive together: every reader reads the same. */
  rows(log: Services['log']): Promise<readonly ListedSite[]>;
  withPicture: ReturnType<typeof pictureLookUp>;
}

const shared = new WeakMap<Db, SharedReading>();

function sharedReading(db: Db): SharedReading {
  const known = new Map<number, KnownSite>();
  let logged: Services['log'];
  const everySite = everySiteOf(db);
  const lookUp = batchLookUps(async () => {
    const rows = await everySite.execute();
    return new Map([['all', rows.flatMap((row) => describeKnown(logged, known, row) ?? [])]]);
  });
  return {
    known,
    async rows(log) {
      logged = log;
      return (await lookUp('all'))!;
    },
    withPicture: pictureLookUp(db),
  };
}

/** The sites that exist for the reader: those with at least one VIEW permission (specification §6). Each has been checked. */
export async function listSites({ db, log, reader }: ListingContext): Promise<{ sites: Site[] }> {
  const reading = shared.get(db) ?? sharedReading(db);
  shared.set(db, reading);
  const { permissions } = reader;
  // At once: each trip to the database takes longer than its statement.
  const [rows, withPicture] = await Promise.all([reading.rows(log), reading.withPicture(permissions)]);
  const visible = rows.filter(({ id }) => canViewSite(permissions, id));
  return {
    sites: visible.map((site) => ({ ...site, hasPicture: hasOwnPicture(site) || withPicture.has(site.id) })),
  };
}

/** The sites that are not archived, in the order of lists; PostgreSQL parses the statement once for each connection. */
const everySiteOf = (db: Db) =>
  db
    .select({ row: sites, rowVersion: sql<string>`${sites}.xmin::text` })
    .from(sites)
    .where(isNull(sites.archivedAt))
    .orderBy(...LIST_ORDER)
    .prepare('every_site');

/** A site as it was described for this state of its row; null where it cannot be read. */
function describeKnown(
  log: Services['log'],
  known: Map<number, KnownSite>,
  { row, rowVersion }: { row: typeof sites.$inferSelect; rowVersion: string },
): ListedSite | null {
  const before = known.get(row.id);
  const now = before?.rowVersion === rowVersion ? before : { rowVersion, site: describedSite(log, row) };
  known.set(row.id, now);
  return now.site;
}

/** A site of any reader; null for a row that cannot be read, which is logged. */
export function describedSite(log: Services['log'], row: typeof sites.$inferSelect): ListedSite | null {
  const { formerSlugs, ...columns } = row;
  const site = {
    ...columns,
    ...(formerSlugs.length > 0 ? { formerSlugs } : {}),
    modelSettings: readableSetting(log, row, 'modelSettings'),
    nearbyImagesType: readableSetting(log, row, 'nearbyImagesType'),
    data: readableData(log, row.id, row.data),
  };
  const [readable] = readableRows(log, 'site', listedSchema, [site]);
  return readable ? listedSchema.parse(readable) : null;
}

const listedSchema = siteSchema.omit({ hasPicture: true });

/** 0, the default, for values other than 0 and 1. */
function readableSetting(
  log: Services['log'],
  site: { readonly id: number; readonly modelSettings: unknown; readonly nearbyImagesType: unknown },
  name: 'modelSettings' | 'nearbyImagesType',
): 0 | 1 {
  return readableValue(log, `site ${site.id}, ${name}`, siteSchema.shape[name], site[name], 0);
}

/** A site's data. A part that cannot be read has the value of a site without data. */
function readableData(log: Services['log'], siteId: number, stored: unknown): SiteData {
  if (siteDataSchema.safeParse(stored).success) return stored as SiteData;
  const data = recordOf(stored);
  const meta = recordOf(data['meta']);
  const {
    avatar,
    minimapMaxNativeZoom,
    screenSpaceError,
    coordinateSystem,
    levels,
    meta: metaSchema,
  } = siteDataSchema.shape;
  const { homeBookmark, origin } = metaSchema.shape;
  const what = (part: string) => `site ${siteId}, data.${part}`;
  const own = data['screenSpaceError'];
  const system = readableValue(
    log,
    what('coordinateSystem'),
    coordinateSystem.optional(),
    data['coordinateSystem'],
    undefined,
  );
  const errors = own === undefined ? {} : readableValue(log, what('screenSpaceError'), screenSpaceError, own, {});
  const named = readableValue(log, what('levels'), levels.optional(), data['levels'], undefined);
  return {
    ...(errors && Object.keys(errors).length > 0 ? { screenSpaceError: errors } : {}),
    ...(system ? { coordinateSystem: system } : {}),
    ...(named ? { levels: named } : {}),
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
