import type { ModelTypeKey } from './model-types.ts';
import type { QualityKey } from './stage.ts';

type Errors = Record<QualityKey, number>;

/**
 * Screen-space error in CSS pixels at a 60° vertical field of view, by layer and quality; legacy sites
 * (`modelSettings` 1) have coarser models. Specification §9 "Viewers and quality".
 */
export const SCREEN_SPACE_ERROR: Record<Exclude<ModelTypeKey, 'nearbyPhotos'>, { normal: Errors; legacy: Errors }> = {
  textured: {
    normal: { quality: 15, balanced: 22, speed: 35 },
    legacy: { quality: 90, balanced: 150, speed: 220 },
  },
  shaded: {
    normal: { quality: 13, balanced: 19.5, speed: 29 },
    legacy: { quality: 70, balanced: 100, speed: 150 },
  },
  pointCloud: {
    normal: { quality: 50, balanced: 100, speed: 200 },
    legacy: { quality: 90, balanced: 150, speed: 220 },
  },
  cad: {
    normal: { quality: 10, balanced: 17, speed: 33 },
    legacy: { quality: 10, balanced: 17, speed: 33 },
  },
};

/** Diameter of points in CSS pixels, by quality. Specification §9. */
export const POINT_SIZE_PX: Errors = { quality: 2.4, balanced: 2.7, speed: 3.2 };

/** GPU memory for the tiles of all screens of a page, MiB, where the device has it. Specification §9 "Memory cap", the default. */
export const MEMORY_CAP_MIB = 2048;

/** Texels that are read along a slanted surface, at most, where a GPU draws and in stills. */
export const ANISOTROPY: Errors = { quality: 16, balanced: 8, speed: 2 };
