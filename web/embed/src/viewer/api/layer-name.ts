import { MODEL_TYPES } from '@overlook/shared/config';
import type { LayerInfo, LayerName } from './viewer-api.ts';

const OF_MODELS = MODEL_TYPES.filter(({ id }) => id > 0);

export const layerName = (modelTypeId: number | null): LayerName | null =>
  (OF_MODELS.find(({ id }) => id === modelTypeId)?.folder ?? null) as LayerName | null;

/** Returns null for an unknown layer name. */
export const modelTypeIdOf = (name: string): number | null =>
  OF_MODELS.find(({ folder }) => folder === name)?.id ?? null;

/** The wanted layer if it is among these; otherwise their first in the order of the layer selector. Null without any. */
export const layerToBegin = (modelTypeIds: readonly number[], wanted: number | null): number | null =>
  modelTypeIds.find((id) => id === wanted) ?? OF_MODELS.find(({ id }) => modelTypeIds.includes(id))?.id ?? null;

/** Returns these layers in the order of the layer selector. */
export const layerInfos = (modelTypeIds: readonly number[]): LayerInfo[] =>
  OF_MODELS.filter(({ id }) => modelTypeIds.includes(id)).map(({ folder, label }) => ({
    name: folder as LayerName,
    label,
  }));
