import { MODEL_TYPES } from '@overlook/shared/config';
import { dateText } from '@overlook/shared/format';
import { SITES_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { Model } from '@overlook/shared/schemas';

/** The layers of a site in one short line, in the order of the layer selector. */
export function layersLine(models: readonly Model[]): string {
  const present = new Set<number>(models.map((model) => model.modeltypeId));
  // Photos are no model of the site (specification §3).
  const all = MODEL_TYPES.filter((type) => type.id > 0);
  const labels = all.filter((type) => present.has(type.id)).map((type) => type.label);
  if (labels.length === all.length) return SITES_MESSAGES['sites.allLayers'];
  return labels.length > 0 ? labels.join(', ') : SITES_MESSAGES['sites.noLayers'];
}

/** When the newest layer of a site was published, as a day; null where no layer says it. */
export function publishedLine(models: readonly Model[]): string | null {
  const times = models.flatMap(({ publishedAt }) => (publishedAt === null ? [] : [Date.parse(publishedAt)]));
  return times.length > 0
    ? formatMessage(SITES_MESSAGES['sites.published'], { date: dateText(new Date(Math.max(...times))) })
    : null;
}
