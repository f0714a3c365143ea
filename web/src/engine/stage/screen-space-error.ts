import { MODEL_TYPES, type QualityKey, SCREEN_SPACE_ERROR } from '@overlook/shared/config';

/** Screen-space error in CSS pixels for a layer at a quality (specification §9); the textured figures where no layer is shown. */
export function screenSpaceErrorOf(modeltypeId: number | null, quality: QualityKey, legacy: boolean): number {
  const key = MODEL_TYPES.find(({ id }) => id === modeltypeId)?.key ?? 'textured';
  const errors = SCREEN_SPACE_ERROR[key === 'nearbyPhotos' ? 'textured' : key];
  return errors[legacy ? 'legacy' : 'normal'][quality];
}
