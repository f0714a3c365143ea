import { and, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { models } from '@overlook/db/schema';
import type { SitePlan } from '@overlook/shared/schemas';
import { conflict } from '../../errors/app-error.ts';
import { type LayerName, layerModelType } from '../../storage/layers.ts';
import type { ImportRequest } from '../import-request.ts';
import type { RegisteredSite } from './register-site.ts';
import type { WrittenLayer } from './write-layer.ts';

export interface RegisteredModel {
  readonly id: number;
  readonly layer: LayerName;
  readonly modeltypeId: 1 | 2 | 3 | 4;
  readonly filepath: string;
  readonly replacedFilepath: string | null;
}

/** Makes a written layer the one that its site has. Throws `AppError` CONFLICT where it has one that may not be replaced. */
export async function registerModel(
  tx: Db,
  { modelgroupId, slug }: RegisteredSite,
  { folder: { layer }, filepath }: WrittenLayer,
  { replace }: ImportRequest,
): Promise<RegisteredModel> {
  const { id: modeltypeId } = layerModelType(layer);
  const [before] = await tx
    .select()
    .from(models)
    .where(and(eq(models.modelgroupId, modelgroupId), eq(models.modeltypeId, modeltypeId)));
  if (before && !replace)
    throw conflict(`The site “${slug}” has a ${layer} layer already. Add --replace to replace it.`);
  const [row] = before
    ? await tx.update(models).set({ filepath, plan: null }).where(eq(models.id, before.id)).returning()
    : await tx.insert(models).values({ modelgroupId, modeltypeId, filepath }).returning();
  return { id: row!.id, layer, modeltypeId, filepath, replacedFilepath: before?.filepath ?? null };
}

/** The plan of a site is a column of the layer that it was drawn from. */
export async function registerPlan(tx: Db, modelId: number, plan: SitePlan): Promise<void> {
  await tx.update(models).set({ plan }).where(eq(models.id, modelId));
}
