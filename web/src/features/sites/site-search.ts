import { MODEL_TYPES } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { Model } from '@overlook/shared/schemas';

/** Letters without case, accents and doubled blanks, so that what is typed fits what is written. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ');

/** Whether a name has every word of the search in it, in any order. */
export function matchesSearch(name: string, search: string): boolean {
  const text = plain(name);
  return plain(search)
    .split(' ')
    .every((word) => text.includes(word));
}

/** The layers of a site in one line, in the order of the layer selector. */
export function layersLine(models: readonly Model[]): string {
  const present = new Set<number>(models.map((model) => model.modeltypeId));
  const labels = MODEL_TYPES.filter((type) => present.has(type.id)).map((type) => type.label);
  return labels.length > 0 ? labels.join(', ') : MESSAGES['sites.noLayers'];
}
