import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@overlook/db';
import { jobs, modelGroups, models } from '@overlook/db/schema';
import { addJob } from '../../services/jobs/stored-jobs.ts';
import { type JobHandler, jobHandler, doublingBackOff, type JobKind } from '../../services/jobs/job-handler.ts';
import { nodeFs } from '../store/publish-fs.ts';
import { type VersionFolder, entryOfUrl, versionOfUrl } from '../store/version-folders.ts';
import { type BestPlan, drawBestPlan } from './best-plan.ts';
import type { PlanMaker, PlanSource } from './make-plan.ts';

const payload = z.object({ siteId: z.number().int(), filepaths: z.array(z.string()) });

/** Drawing the plan of a site that was published without one; the row stays, so that the plan is requested once. */
const SITE_PLAN_JOB: JobKind<z.infer<typeof payload>> = {
  name: 'site.plan',
  payload,
  attempts: 3,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: true,
};

/** Adds a job for each site without a plan, once for its current layers. Returns how many. */
export async function askForPlans(db: Db): Promise<number> {
  const rows = await db
    .select({ siteId: modelGroups.siteId, filepath: models.filepath, plan: models.plan })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .orderBy(models.modeltypeId);
  let asked = 0;
  for (const siteId of new Set(rows.map((row) => row.siteId))) {
    const layers = rows.filter((row) => row.siteId === siteId);
    if (layers.some(({ plan }) => plan !== null)) continue;
    const wanted = { siteId, filepaths: layers.map(({ filepath }) => filepath) };
    const [known] = await db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, SITE_PLAN_JOB.name), sql`${jobs.payload} = ${JSON.stringify(wanted)}::jsonb`))
      .limit(1);
    if (known) continue;
    await addJob(db, SITE_PLAN_JOB, wanted);
    asked++;
  }
  return asked;
}

export interface SitePlanStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  /** Memory that drawing may take, MiB. */
  readonly memoryMb: number;
  readonly makePlan: PlanMaker;
}

/** Draws the plan of a site's best layer, unless the site has one meanwhile. */
export function sitePlanHandler({ db, makePlan, ...stores }: SitePlanStores): JobHandler {
  return jobHandler(SITE_PLAN_JOB, async ({ siteId }, { signal, report }) => {
    const rows = await db
      .select({ id: models.id, filepath: models.filepath, plan: models.plan })
      .from(models)
      .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
      .where(eq(modelGroups.siteId, siteId));
    if (rows.some(({ plan }) => plan !== null)) return { layer: null, reason: 'The site has a plan.' };
    let done = 0;
    const onProgress = () => report({ label: 'Drawing the plan', done: ++done, total: null, unit: 'items' });
    const best: BestPlan<PublishedModel> = await drawBestPlan(rows.flatMap(publishedModel), makePlan, {
      ...stores,
      fs: nodeFs,
      signal,
      onProgress,
    });
    if (!best.source) return { layer: null, reason: best.reason };
    const { id, filepath, folder } = best.source;
    // A layer that was replaced meanwhile has its own plan.
    await db
      .update(models)
      .set({ plan: best.plan })
      .where(and(eq(models.id, id), eq(models.filepath, filepath), isNull(models.plan)));
    return { layer: folder.layer };
  });
}

type PublishedModel = PlanSource & { id: number; filepath: string };

function publishedModel({ id, filepath }: { id: number; filepath: string }): PublishedModel[] {
  const folder = versionOfUrl(filepath);
  const entry = entryOfUrl(filepath);
  return folder && entry ? [{ id, filepath, folder: folder as VersionFolder, entry }] : [];
}
