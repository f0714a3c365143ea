import { MODEL_TYPES } from '@overlook/shared/config';
import type { Model, SitePlan } from '@overlook/shared/schemas';

/** The plan of the best of these layers, in the order of the layer selector; null where none has one. */
export function bestPlan(models: readonly Pick<Model, 'modeltypeId' | 'plan'>[]): SitePlan | null {
  for (const { id } of MODEL_TYPES) {
    const plan = models.find(({ modeltypeId }) => modeltypeId === id)?.plan;
    if (plan) return plan;
  }
  return null;
}
