/**
 * Render settings of the models, set by a user or a program. A new setting needs a line in the interface, in
 * the default values, and in {@link settingsStyle} if the renderer reads it.
 */
import {
  ANISOTROPY,
  type EdgeMode,
  type EyeDomeMode,
  POINT_BUDGETS,
  QUALITY_DEFAULT,
  type QualityKey,
  isPlainSurface,
} from '@overlook/shared/config';
import { POINTS_AS_SCANNED, type PointColors } from '../render/point-colors.ts';
import type { RenderStyle } from '../render/tile-pass.ts';
import type { SunTime } from '../view/sun-position.ts';

/** Plain data: replaced as a whole, never changed in place. */
export interface PictureSettings {
  readonly quality: QualityKey;
  /** Replaces the screen-space error of the quality, CSS pixels above 0; null for that of the quality. */
  readonly screenSpaceErrorPx: number | null;
  /** Replaces the smallest point diameter of the quality, CSS pixels; null for that of the quality. */
  readonly pointSizePx: number | null;
  /** Largest number of points of a screen, millions; null for the default of the device. */
  readonly pointBudget: number | null;
  /** A view at rest is drawn again with sub-pixel jitter and averaged, so that thin objects become continuous lines (still). */
  readonly isRefinedAtRest: boolean;
  /** Eye-dome lighting of point clouds; 'auto' is on where a GPU draws, and in stills. */
  readonly eyeDome: EyeDomeMode;
  /** Ambient occlusion on layers without textures; 'auto' is on if the GPU is fast, and in stills. */
  readonly ambientOcclusion: EyeDomeMode;
  /** Time of the sun on layers without textures; null for the standard light, which does not depend on the time. */
  readonly sunTime: SunTime | null;
  /** Shadows of the sun on layers without textures; 'auto' is on if the GPU is fast. */
  readonly sunShadows: EyeDomeMode;
  /** Dark edges on layers without textures. */
  readonly edges: EdgeMode;
  /** The colour mode of points, and their visible classes. */
  readonly pointColors: PointColors;
}

export const PICTURE_START: PictureSettings = Object.freeze({
  quality: QUALITY_DEFAULT,
  screenSpaceErrorPx: null,
  pointSizePx: null,
  pointBudget: null,
  isRefinedAtRest: false,
  eyeDome: 'auto',
  ambientOcclusion: 'auto',
  sunTime: null,
  sunShadows: 'auto',
  edges: 'off',
  pointColors: POINTS_AS_SCANNED,
});

/**
 * The style of a layer from the settings. `isQuick`: the frame is drawn during a movement by a software renderer or without
 * effects; a still has all effects.
 */
export const settingsStyle = (
  {
    quality,
    eyeDome,
    ambientOcclusion,
    edges,
  }: Pick<PictureSettings, 'quality' | 'eyeDome' | 'ambientOcclusion' | 'edges'>,
  isQuick: boolean,
  layerId: number | null,
): Pick<RenderStyle, 'isEyeDomeOn' | 'areDiscs' | 'anisotropy' | 'isOccluded' | 'edges'> => ({
  // In a software renderer the pass costs several times as much as the points.
  isEyeDomeOn: eyeDome === 'auto' ? !isQuick : eyeDome === 'on',
  areDiscs: !isQuick,
  // A drawing consists of lines only.
  isOccluded:
    isPlainSurface(layerId) &&
    edges !== 'drawing' &&
    (ambientOcclusion === 'auto' ? !isQuick : ambientOcclusion === 'on'),
  anisotropy: isQuick ? 1 : ANISOTROPY[quality],
  edges: isPlainSurface(layerId) ? edges : 'off',
});

/** Side of the shadow map at each quality, texels of 4 bytes. */
export const SHADOW_TEXELS: Readonly<Record<QualityKey, number>> = { quality: 4096, balanced: 2048, speed: 1024 };

/** Whether shadows are drawn. `isSlow`: on this GPU they are drawn only if the user turns them on. */
export const areShadowsWanted = ({ sunShadows }: Pick<PictureSettings, 'sunShadows'>, isSlow: boolean): boolean =>
  sunShadows === 'on' || (sunShadows === 'auto' && !isSlow);

/** GPU memory of tiles up to which a device counts as light, bytes. */
const LIGHT_CAP_BYTES = 512 * 2 ** 20;

/** Largest number of points of a screen. `capBytes`: GPU memory that the tiles of the page may use. */
export function pointBudgetOf(
  { pointBudget: millions, quality }: Pick<PictureSettings, 'pointBudget' | 'quality'>,
  isSoftware: boolean,
  capBytes: number,
): number {
  if (millions !== null) return millions * 1_000_000;
  const usual = isSoftware || capBytes <= LIGHT_CAP_BYTES ? POINT_BUDGETS.light : POINT_BUDGETS.usual;
  return quality === 'quality' ? POINT_BUDGETS.qualityFactor * usual : usual;
}
