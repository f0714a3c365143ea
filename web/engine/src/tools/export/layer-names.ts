import { MODEL_TYPES } from '@overlook/shared/config';

/** Names of layers as the selector shows them. */
export const layerNames = (modeltypeIds: readonly number[]): string[] =>
  modeltypeIds.map((id) => MODEL_TYPES.find((type) => type.id === id)?.label ?? String(id));
