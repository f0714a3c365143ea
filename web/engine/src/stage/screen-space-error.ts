import { MODEL_TYPES, type QualityKey, type SiteQuality } from '@overlook/shared/config';

/** Screen-space error in CSS pixels of a layer at a quality; that of the textured layer if no layer is shown. */
export function screenSpaceErrorOf(modeltypeId: number | null, quality: QualityKey, site: SiteQuality): number {
  const key = MODEL_TYPES.find(({ id }) => id === modeltypeId)?.key ?? 'textured';
  return site.screenSpaceError[key === 'nearbyPhotos' ? 'textured' : key][quality];
}

/** Throws RangeError for an invalid screen-space error: scripts of host pages set it too. */
export function checkScreenSpaceError(px: unknown): void {
  if (px === null || (typeof px === 'number' && Number.isFinite(px) && px > 0)) return;
  throw new RangeError(
    `The screen-space error must be a number of pixels above 0, or null, not ${JSON.stringify(px)}.`,
  );
}
