import { MODEL_TYPES, type ModelType, type ModelTypeId } from '@overlook/shared/config';
import { type PermissionMap, isAllowed } from '@overlook/shared/permissions';

/** 'missing': the site has no such model. 'forbidden': the subscription does not include it. */
export type LayerAvailability = 'ready' | 'missing' | 'forbidden';

export interface LayerOption {
  type: ModelType;
  availability: LayerAvailability;
}

/** Nearby photos are a mode of their own and no model that a stage can show. */
const STAGE_TYPES = MODEL_TYPES.filter((type) => type.id > 0);

/** The options of the layer selector at a site, in its order. `modelTypeIds` are the types of the available models. */
export function layerOptions(
  siteId: number,
  permissions: PermissionMap,
  modelTypeIds: readonly number[],
): LayerOption[] {
  const present = new Set(modelTypeIds);
  return STAGE_TYPES.map((type) => {
    if (!isAllowed(permissions, siteId, type.token)) return { type, availability: 'forbidden' };
    return { type, availability: present.has(type.id) ? 'ready' : 'missing' };
  });
}

/** The layers that can be shown, in the order of the selector. */
export const readyLayers = (options: readonly LayerOption[]): ModelTypeId[] =>
  options.filter(({ availability }) => availability === 'ready').map(({ type }) => type.id);

/**
 * The layer of the second side of a swipe: the chosen one, else the first that the first side does not show; null without any.
 * `isRepeatable`: the layer of the first side has several captures, so that both may show it.
 */
export function secondLayerToShow(
  options: readonly LayerOption[],
  chosen: number | null,
  first: number,
  isRepeatable = false,
): ModelTypeId | null {
  const usable = readyLayers(options).filter((id) => isRepeatable || id !== first);
  return usable.find((id) => id === chosen) ?? usable.find((id) => id !== first) ?? usable[0] ?? null;
}

/**
 * The layer to show: the current one while it exists, else the first available one (specification §4) that no earlier
 * screen shows; null without any.
 */
export function layerToShow(
  options: readonly LayerOption[],
  current: number | null,
  shownBefore: readonly number[] = [],
): ModelTypeId | null {
  const ready = readyLayers(options);
  return ready.find((id) => id === current) ?? ready.find((id) => !shownBefore.includes(id)) ?? ready[0] ?? null;
}
