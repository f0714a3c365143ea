import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs, pointclouds, pointgrabDownloads, users } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { type Download, downloadSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { CROP_JOB } from './crop-job.ts';
import { type DownloadRow, isListed, isOfSeen, seesAll } from './find-download.ts';
import { findSite } from './find-site.ts';

interface Progress {
  readonly ahead: number;
  readonly done: number;
  /** Null where the job does not say it. */
  readonly total: number | null;
}

/** The exports that are not done yet, by their jobs: the number of exports before each, and its progress. */
async function loadProgress(db: Db): Promise<ReadonlyMap<string, Progress>> {
  const active = await db
    .select({ id: jobs.id, status: jobs.status, progress: jobs.progress })
    .from(jobs)
    .where(and(eq(jobs.kind, CROP_JOB.name), inArray(jobs.status, ['pending', 'running'])))
    .orderBy(asc(jobs.runAfter), asc(jobs.createdAt));
  const running = active.filter(({ status }) => status === 'running');
  const waiting = active.filter(({ status }) => status === 'pending');
  return new Map<string, Progress>([
    ...running.map(
      ({ id, progress }) => [id, { ahead: 0, done: progress?.done ?? 0, total: progress?.total ?? null }] as const,
    ),
    ...waiting.map(({ id }, place) => [id, { ahead: running.length + place, done: 0, total: null }] as const),
  ]);
}

/** The downloads that `which` names, newest first, as `readerId` sees them. */
export async function describeDownloads(
  { db, log }: Pick<SignedInContext, 'db' | 'log'>,
  readerId: number,
  which: SQL,
): Promise<Download[]> {
  const rows = await db
    .select({ row: pointgrabDownloads, email: users.email, coordinateSystem: pointclouds.coordinateSystem })
    .from(pointgrabDownloads)
    .leftJoin(pointclouds, eq(pointclouds.uuid, pointgrabDownloads.pointcloudUuid))
    .leftJoin(users, eq(users.id, pointgrabDownloads.requestedBy))
    .where(which)
    .orderBy(desc(pointgrabDownloads.createdAt), desc(pointgrabDownloads.uuid))
    .limit(EXPORTS.listedMost);
  const isAnyPending = rows.some(({ row }) => row.status === 'pending');
  const progress: ReadonlyMap<string, Progress> = isAnyPending ? await loadProgress(db) : new Map();
  const described = rows.map(({ row, email, coordinateSystem }) => ({
    ...describe(row),
    coordinateSystem,
    id: row.uuid,
    progress: row.status === 'pending' ? progressOf(row, progress.get(row.jobId ?? '')) : null,
    requestedBy: row.requestedBy === readerId ? null : email,
  }));
  return readableRows(log, 'download', downloadSchema, described);
}

/** For points the total is the estimate at the request; for a layer the job gives the number of tiles. */
const progressOf = ({ modeltypeId, pointsEstimated }: DownloadRow, known?: Progress): Progress => {
  const { ahead, done, total } = known ?? { ahead: 0, done: 0, total: null };
  return { ahead, done, total: modeltypeId === null ? pointsEstimated : total };
};

function describe(row: DownloadRow) {
  const { uuid, filename, description, status, message, format, density, sizeBytes, points, box, coordinates } = row;
  const { modeltypeId, triangles, takenOn, drawing } = row;
  return {
    takenOn,
    modeltypeId,
    triangles,
    drawing,
    uuid,
    filename,
    description,
    status,
    message,
    format,
    density,
    sizeBytes,
    points,
    box,
    coordinates,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/**
 * The exports of a site that the caller may fetch, newest first: their own, or with USERS:VIEW everywhere those of all
 * people. Throws 404.
 */
export async function listDownloads(
  ctx: SignedInContext,
  { siteSlug }: { siteSlug: string },
): Promise<{ downloads: Download[] }> {
  const siteId = await findSite(ctx, siteSlug, ['POINTGRAB:DOWNLOAD']);
  const { userId } = ctx.caller;
  const which = and(
    eq(pointgrabDownloads.siteId, siteId),
    seesAll(ctx.caller) ? undefined : eq(pointgrabDownloads.requestedBy, userId),
    isOfSeen(ctx.caller, siteId),
    isListed(ctx.clock.now()),
  )!;
  return { downloads: await describeDownloads(ctx, userId, which) };
}
