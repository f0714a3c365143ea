import { MODEL_TYPES, type QualityKey, type SiteQuality } from '@overlook/shared/config';

/** Screen-space error in CSS pixels for a layer at a quality; the textured figures where no layer is shown. */
export function screenSpaceErrorOf(modeltypeId: number | null, quality: QualityKey, site: SiteQuality): number {
  const key = MODEL_TYPES.find(({ id }) => id === modeltypeId)?.key ?? 'textured';
  return site.screenSpaceError[key === 'nearbyPhotos' ? 'textured' : key][quality];
}
