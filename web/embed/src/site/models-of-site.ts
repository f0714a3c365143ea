import type { Model, ModelGroup } from '@overlook/shared/schemas';

/** The models of a site, newest of each type. The user may view all of them, because the server sends no others. */
export function modelsOfSite(siteId: number, groups: readonly ModelGroup[], models: readonly Model[]): Model[] {
  const groupIds = new Set(groups.filter((group) => group.siteId === siteId).map((group) => group.id));
  const newest = new Map<number, Model>();
  for (const model of models) {
    if (!groupIds.has(model.modelgroupId)) continue;
    const known = newest.get(model.modeltypeId);
    if (!known || model.id > known.id) newest.set(model.modeltypeId, model);
  }
  return [...newest.values()];
}
