import { asc, eq } from 'drizzle-orm';
import { captures, modelGroups, models } from '@overlook/db/schema';
import { modelType } from '@overlook/shared/config';
import { canViewSite, isAllowedAtSite } from '@overlook/shared/permissions';
import { type Model, modelSchema, sitePlanSchema, type ModelGroup } from '@overlook/shared/schemas';
import type { ReadingContext } from '../../context.ts';
import { publishedAtOfUrl } from '../../storage/version-folders.ts';
import { requestPlans } from '../../publish/site-plan/plan-job.ts';
import { readableRows, readableValue } from '../../services/stored-rows.ts';

/** The model groups of the sites that exist for the reader. */
export async function listModelGroups(ctx: ReadingContext): Promise<{ modelgroups: ModelGroup[] }> {
  const rows = await ctx.db.select().from(modelGroups).orderBy(asc(modelGroups.id));
  return { modelgroups: rows.filter((row) => canViewSite(ctx.reader.permissions, row.siteId)) };
}

/** The models whose type the reader may view at their site. */
export async function listModels(ctx: ReadingContext): Promise<{ models: Model[] }> {
  const rows = await ctx.db
    .select({
      id: models.id,
      modelgroupId: models.modelgroupId,
      modeltypeId: models.modeltypeId,
      filepath: captures.filepath,
      plan: captures.plan,
      siteId: modelGroups.siteId,
    })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .innerJoin(captures, eq(captures.id, models.captureId))
    .orderBy(asc(models.id));
  const planSchema = sitePlanSchema.nullable();
  const readable = rows.map((row) => ({
    ...row,
    publishedAt: publishedAtOfUrl(row.filepath)?.toISOString() ?? null,
    plan: readableValue(ctx.log, `model ${row.id}, plan`, planSchema, row.plan, null),
  }));
  const visible = readableRows(ctx.log, 'model', modelSchema, readable).filter((row) =>
    isAllowedAtSite(ctx.reader.permissions, row.siteId, modelType(row.modeltypeId).token),
  );
  // The list does not wait for the plan: people who see only layers without a plan get one at a later visit.
  requestPlans(ctx.db, visible).catch((error: unknown) => ctx.log.warn({ err: error }, 'plans of sites not asked for'));
  return { models: visible.map(({ siteId: _, ...model }) => model) };
}
