import { MODEL_TYPES } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { Model } from '@overlook/shared/schemas';

/** The layers of a site in one line, in the order of the layer selector. */
export function layersLine(models: readonly Model[]): string {
  const present = new Set<number>(models.map((model) => model.modeltypeId));
  const labels = MODEL_TYPES.filter((type) => present.has(type.id)).map((type) => type.label);
  return labels.length > 0 ? labels.join(', ') : MESSAGES['sites.noLayers'];
}
