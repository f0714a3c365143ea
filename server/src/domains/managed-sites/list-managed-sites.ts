import { statfs } from 'node:fs/promises';
import { and, count, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { type Db, inIds } from '@overlook/db';
import { captures, jobs, models, sites, snapshots, uploads } from '@overlook/db/schema';
import { MODEL_TYPES } from '@overlook/shared/config';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import { jobProgressSchema, type ManagedSite, managedSiteSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { IMPORT_JOBS } from '../../publish/import/import-job.ts';
import { listJobs, type StoredJob } from '../../services/jobs/stored-jobs.ts';
import { bytesOfSite } from '../../services/site-names.ts';
import { readableRows, readableValue } from '../../services/stored-rows.ts';
import { publishedAtOfUrl } from '../../storage/version-folders.ts';
import { ownPicture } from '../snapshots/find-picture.ts';
import { describedSite, LIST_ORDER } from '../sites/list-sites.ts';

/** A count that takes longer is returned by the next request. */
const COUNT_WITHIN_MS = 300;

type SiteRow = typeof sites.$inferSelect;

/** The sites that the caller may manage, in the order of lists, and the space on the disk. */
export async function listManagedSites(
  ctx: SignedInContext,
): Promise<{ sites: ManagedSite[]; freeBytes: number | null }> {
  const [rows, disk] = await Promise.all([
    ctx.db
      .select()
      .from(sites)
      .orderBy(...LIST_ORDER),
    statfs(ctx.filesDir).catch(() => null),
  ]);
  const managed = rows.filter(({ id }) => isAllowedAtSite(ctx.caller.permissions, id, 'SITES:MANAGE'));
  return { sites: await describeSites(ctx, managed), freeBytes: disk && disk.bavail * disk.bsize };
}

/** One site as those who manage it see it. Throws 404. */
export async function loadManagedSite(ctx: SignedInContext, siteId: number): Promise<ManagedSite> {
  const rows = await ctx.db.select().from(sites).where(eq(sites.id, siteId));
  const [site] = await describeSites(ctx, rows);
  if (!site) throw notFound(ADMIN_MESSAGES['site.unknown']);
  return site;
}

/** The layers of sites in the order of the selector. */
async function layersOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({ siteId: captures.siteId, modeltypeId: captures.modeltypeId, filepath: captures.filepath })
    .from(models)
    .innerJoin(captures, eq(captures.id, models.captureId))
    .where(inIds(captures.siteId, ids));
  return MODEL_TYPES.flatMap(({ id }) => rows.filter(({ modeltypeId }) => modeltypeId === id));
}

/** How many photos sites have besides those of captures. */
async function photosOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ siteId: snapshots.siteId, count: count() })
    .from(snapshots)
    .where(and(isNotNull(snapshots.heightType), isNull(snapshots.captureId), inIds(snapshots.siteId, ids)))
    .groupBy(snapshots.siteId);
  return new Map(rows.map((row) => [row.siteId, row.count]));
}

/** How many deliveries to sites have failed and wait for a person. */
async function refusedOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ siteId: uploads.siteId, count: count() })
    .from(uploads)
    .leftJoin(jobs, eq(jobs.id, uploads.jobId))
    .where(
      and(
        eq(uploads.state, 'working'),
        or(isNull(jobs.status), inArray(jobs.status, ['error', 'cancelled'])),
        inIds(uploads.siteId, ids),
      ),
    )
    .groupBy(uploads.siteId);
  return new Map(rows.map((row) => [row.siteId, row.count]));
}

const readableProgress = ({ log }: SignedInContext, { id, progress }: StoredJob) =>
  readableValue(log, `job ${id}, progress`, jobProgressSchema.nullable(), progress, null);

/** One row that cannot be read is left out and logged. */
async function describeSites(ctx: SignedInContext, rows: readonly SiteRow[]): Promise<ManagedSite[]> {
  const ids = rows.map(({ id }) => id);
  const [layers, photos, refused, imports, { use }] = await Promise.all([
    layersOf(ctx.db, ids),
    photosOf(ctx.db, ids),
    refusedOf(ctx.db, ids),
    listJobs(ctx.db, { kinds: IMPORT_JOBS, states: ['pending', 'running'] }),
    ctx.healthProbes.storage.use(COUNT_WITHIN_MS),
  ]);
  const described = rows.flatMap((row) => {
    const site = describedSite(ctx.log, row);
    if (!site) return [];
    const names = [site.slug, ...row.formerSlugs];
    const job = imports.find(({ subject }) => subject !== null && names.includes(subject));
    const { avatar, minimapMaxNativeZoom, screenSpaceError = {}, coordinateSystem = null, meta } = site.data;
    return {
      ...site,
      formerSlugs: row.formerSlugs,
      minimapMaxNativeZoom,
      screenSpaceError,
      coordinateSystem,
      homeBookmark: meta.homeBookmark,
      avatar: ownPicture(avatar),
      isPlaced: meta.origin !== null,
      layers: layers
        .filter(({ siteId }) => siteId === site.id)
        .map(({ modeltypeId, filepath }) => ({
          modeltypeId,
          publishedAt: publishedAtOfUrl(filepath)?.toISOString() ?? null,
        })),
      photos: photos.get(site.id) ?? 0,
      bytes: use && bytesOfSite(use, row),
      importing: job ? { progress: readableProgress(ctx, job) } : null,
      refused: refused.get(site.id) ?? 0,
      archivedAt: row.archivedAt?.toISOString() ?? null,
      version: row.version,
    };
  });
  return readableRows(ctx.log, 'site', managedSiteSchema, described).map((site) => managedSiteSchema.parse(site));
}
