import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@overlook/db';
import { captures, models, sites } from '@overlook/db/schema';
import { poseOfCamera } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { addJobOnce } from '../../services/jobs/stored-jobs.ts';
import { type JobHandler, jobHandler, doublingBackOff, type JobKind } from '../../services/jobs/job-handler.ts';
import type { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { type VersionFolder, entryOfUrl, versionOfUrl } from '../../storage/version-folders.ts';
import { type BestPlan, drawBestPlan } from './best-plan.ts';
import type { PlanMaker, PlanSource } from './make-plan.ts';

const payload = z.object({ siteId: z.number().int(), filepaths: z.array(z.string()) });

/** Drawing the plan of the best of some layers of a site; the row is kept, so that the plan is requested once. */
const SITE_PLAN_JOB: JobKind<z.infer<typeof payload>> = {
  name: 'site.plan',
  payload,
  attempts: 3,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: true,
  priority: -10,
};

/** A layer as the register has it. */
export interface RegisteredLayer {
  readonly siteId: number;
  readonly filepath: string;
  readonly plan: unknown;
}

/** Layers that were published by older versions have plans without a picture of the home view: they are drawn again. */
const isComplete = (plan: unknown): boolean => (plan as Partial<SitePlan> | null)?.homePictureUrl !== undefined;

/** Adds a job for each site without a plan and its picture, once for its current layers. Returns how many. */
export async function queueSitePlans(db: Db): Promise<number> {
  const rows = await db
    .select({ siteId: captures.siteId, filepath: captures.filepath, plan: captures.plan })
    .from(models)
    .innerJoin(captures, eq(captures.id, models.captureId));
  return requestPlans(db, rows);
}

/**
 * Adds a job for each site of which none of these layers has a plan with its picture, once for the same layers. So people who may see only some
 * layers of a site, of which the best one has the plan, get a plan of their own layers. Returns how many.
 */
export async function requestPlans(db: Db, rows: readonly RegisteredLayer[]): Promise<number> {
  let asked = 0;
  for (const siteId of new Set(rows.map((row) => row.siteId))) {
    const layers = rows.filter((row) => row.siteId === siteId);
    if (layers.some(({ plan }) => isComplete(plan))) continue;
    // The layers are sorted, so that the same layers are one request. A layer that was not imported has no files here.
    const filepaths = layers.map(({ filepath }) => filepath).filter((filepath) => versionOfUrl(filepath) !== null);
    if (filepaths.length === 0) continue;
    if (await addJobOnce(db, SITE_PLAN_JOB, { siteId, filepaths: filepaths.sort() })) asked++;
  }
  return asked;
}

export interface SitePlanStores {
  readonly db: Db;
  readonly folders: StoredFolders;
  /** Memory that drawing may take, MiB. */
  readonly memoryMb: number;
  readonly makePlan: PlanMaker;
  /** Removes the versions that these paths point into, unless a capture has them. */
  readonly removeUnused: (filepaths: readonly string[]) => Promise<void>;
}

/** Draws the plan of the best layer that the job names, unless one of them has a plan by then. */
export function sitePlanHandler({ db, makePlan, removeUnused, ...stores }: SitePlanStores): JobHandler {
  return jobHandler(SITE_PLAN_JOB, async ({ siteId, filepaths }, { signal, report }) => {
    const rows = await db
      .select({ id: captures.id, filepath: captures.filepath, plan: captures.plan })
      .from(captures)
      .where(and(eq(captures.siteId, siteId), inArray(captures.filepath, filepaths)));
    if (rows.some(({ plan }) => isComplete(plan))) return { layer: null, reason: 'The layers have a plan.' };
    let done = 0;
    const onProgress = () => report({ label: 'Drawing the plan', done: ++done, total: null, unit: 'items' });
    // Where a layer was replaced meanwhile, drawing has made its folder again.
    const best: BestPlan<PublishedModel> = await drawBestPlan(rows.flatMap(publishedModel), makePlan, {
      ...stores,
      home: await homeOf(db, siteId),
      signal,
      onProgress,
    }).finally(() => removeUnused(filepaths));
    if (!best.source) return { layer: null, reason: best.reason };
    const { id, filepath, folder } = best.source;
    // A layer that was replaced meanwhile has its own plan.
    await db
      .update(captures)
      .set({ plan: best.plan })
      .where(and(eq(captures.id, id), eq(captures.filepath, filepath)));
    return { layer: folder.layer };
  });
}

async function homeOf(db: Db, siteId: number) {
  const [site] = await db.select({ data: sites.data }).from(sites).where(eq(sites.id, siteId));
  const home = site?.data.meta.homeBookmark ?? null;
  return home && poseOfCamera(home);
}

type PublishedModel = PlanSource & { id: number; filepath: string };

function publishedModel({ id, filepath }: { id: number; filepath: string }): PublishedModel[] {
  const folder = versionOfUrl(filepath);
  const entry = entryOfUrl(filepath);
  return folder && entry ? [{ id, filepath, folder: folder as VersionFolder, entry }] : [];
}
