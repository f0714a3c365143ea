import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { captures, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import type { DownloadFormat, ExportCoordinates } from '@overlook/shared/config';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import {
  type ExportBox,
  exportBoxSchema,
  type exportAnswerSchema,
  type exportInputSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { CrsError } from '../../pointclouds/crs/index.ts';
import { assertReaches } from '../../pointclouds/export/target-system.ts';
import { recordDone } from '../../services/audit.ts';
import { addJob } from '../../services/jobs/stored-jobs.ts';
import { assertMayNotify } from './assert-notify.ts';
import { assertRoomFor } from './assert-room.ts';
import { CROP_JOB } from './crop-job.ts';
import { estimateExport } from './estimate-export.ts';
import { newExportName } from './export-files.ts';
import type { NewDownload } from './find-download.ts';
import { findSite } from './find-site.ts';
import { describeDownloads } from './list-downloads.ts';
import { findReadableCloud, type PointcloudRow } from './pointcloud.ts';
import { removeExpiredExports } from './sweep-exports.ts';

type Request = z.output<typeof exportInputSchema>;

/** The site's cloud of this id, with the requested density, which it must offer. Throws 400 for any other. */
async function findCloud(
  { db, caller }: SignedInContext,
  siteId: number,
  { pointCloudID, density }: Request,
): Promise<{ cloud: PointcloudRow; takenOn: string; offered: number }> {
  const cloud = await findReadableCloud(db, caller, pointCloudID);
  const noCloud = EXPORTS_MESSAGES['export.noCloud'];
  if (cloud?.siteId !== siteId) throw invalid(noCloud, { pointCloudID: noCloud });
  // The text of a form may have fewer digits.
  const offered = cloud.densities.find((one) => Math.abs(one - density) <= 1e-9 * one);
  const notOffered = EXPORTS_MESSAGES['export.densityNotOffered'];
  if (offered === undefined) throw invalid(notOffered, { density: notOffered });
  const [capture] = await db.select().from(captures).where(eq(captures.id, cloud.captureId));
  return { cloud, takenOn: capture!.takenOn, offered };
}

/** Throws 400 for coordinates in which the box cannot be written. */
function refuseUnreached(coordinates: ExportCoordinates, box: ExportBox): void {
  try {
    assertReaches(coordinates, box);
  } catch (error) {
    if (error instanceof CrsError) throw invalid(error.message, { coordinates: error.message });
    throw error;
  }
}

/**
 * Requests an export: one download for each format, and one job that writes them. Throws 404 for a site that the caller
 * may not export from, 400 for a cloud, a density or coordinates that it does not have, 409 when the cloud is replaced meanwhile, and
 * what `estimateExport` and `assertRoomFor` throw.
 */
export async function requestExport(ctx: SignedInContext, input: Request): Promise<z.input<typeof exportAnswerSchema>> {
  const siteId = await findSite(ctx, input.siteSlug, ['POINTGRAB:CREATE']);
  await removeExpiredExports(ctx);
  const { cloud, takenOn, offered } = await findCloud(ctx, siteId, input);
  const box = exportBoxSchema.parse(input);
  refuseUnreached(input.coordinates, box);
  const pointsEstimated = await estimateExport(ctx, { cloud, box, density: offered });
  return storeRequest(ctx, {
    siteId,
    action: 'exports.crop',
    input,
    subject: `pointcloud:${cloud.uuid}`,
    formats: [...new Set(input.formats)],
    own: {
      pointcloudUuid: cloud.uuid,
      takenOn,
      box,
      density: offered,
      coordinates: input.coordinates,
      pointsEstimated,
    },
    lockSource: (tx) => lockCloud(tx, cloud),
  });
}

interface NewRequest {
  readonly siteId: number;
  readonly action: 'exports.crop' | 'exports.cropLayer' | 'exports.draw';
  readonly input: Pick<Request, 'description' | 'notify' | 'notifyEmail'>;
  /** The exported source, for the audit. */
  readonly subject: string;
  readonly formats: readonly DownloadFormat[];
  /** Further columns of its downloads. */
  readonly own: Pick<NewDownload, 'box'> & Partial<NewDownload>;
  /** Keeps the source until the request is stored; throws where it no longer exists. */
  readonly lockSource?: (tx: Db) => Promise<void>;
}

/** Throws 409 where the cloud was replaced meanwhile. */
async function lockCloud(tx: Db, { uuid }: PointcloudRow): Promise<void> {
  const isCloud = eq(pointclouds.uuid, uuid);
  const [kept] = await tx.select({ uuid: pointclouds.uuid }).from(pointclouds).where(isCloud).for('key share');
  if (!kept) throw conflict(EXPORTS_MESSAGES['export.cloudReplaced']);
}

/**
 * Stores a request: a download for each format, and the job that writes all of them. Throws what `assertRoomFor` and
 * `assertMayNotify` throw.
 */
export async function storeRequest(
  ctx: SignedInContext,
  { siteId, action, input, subject, formats, own, lockSource }: NewRequest,
): Promise<z.input<typeof exportAnswerSchema>> {
  const { userId } = ctx.caller;
  const { description, notify, notifyEmail } = input;
  const rows = formats.map((format) => ({
    ...own,
    uuid: randomUUID() as string,
    siteId,
    requestedBy: userId,
    filename: newExportName(format),
    format,
    description,
    notifyEmail: notify ? notifyEmail! : null,
    createdAt: ctx.clock.now(),
  }));
  const uuids = rows.map(({ uuid }) => uuid);
  const downloads = await ctx.db.transaction(async (tx) => {
    await lockSource?.(tx);
    await assertRoomFor(tx, ctx, userId, rows);
    if (notify) await assertMayNotify(tx, ctx, notifyEmail!);
    const jobId = await addJob(tx, CROP_JOB, { downloads: uuids }, { askedBy: userId });
    await tx.insert(pointgrabDownloads).values(rows.map((row) => ({ ...row, jobId })));
    const { density } = own;
    await recordDone(tx, ctx, {
      action,
      subject,
      details: { siteId, name: description, formats, ...(density && { density }) },
    });
    return describeDownloads({ db: tx, log: ctx.log }, userId, inArray(pointgrabDownloads.uuid, uuids));
  });
  return { status: 'success', downloads };
}
