/**
 * What a person or a program sets of the picture of the models, wherever these are. A setting that is added is a line of the
 * interface, of its start, and of {@link settingsStyle} where the renderer reads it.
 */
import { type EyeDomeMode, QUALITY_DEFAULT, type QualityKey } from '@overlook/shared/config';
import { POINTS_AS_SCANNED, type PointColors } from '../render/point-colors.ts';
import type { RenderStyle } from '../render/tile-pass.ts';

/** Plain data: replaced as a whole, never changed in place. */
export interface PictureSettings {
  readonly quality: QualityKey;
  /** In place of the quality's screen-space error, CSS pixels above 0; null for that of the quality. */
  readonly screenSpaceErrorPx: number | null;
  /** In place of the quality's point diameter, CSS pixels; null for that of the quality. */
  readonly pointSizePx: number | null;
  /** Eye-dome lighting of point clouds; 'auto' is on where a GPU draws. */
  readonly eyeDome: EyeDomeMode;
  /** What points are coloured by, and which of their classes are there. */
  readonly pointColors: PointColors;
}

export const PICTURE_START: PictureSettings = Object.freeze({
  quality: QUALITY_DEFAULT,
  screenSpaceErrorPx: null,
  pointSizePx: null,
  eyeDome: 'auto',
  pointColors: POINTS_AS_SCANNED,
});

/** What the renderer takes from the settings alone, on a device that draws with a GPU or in software. */
export const settingsStyle = (
  { eyeDome }: Pick<PictureSettings, 'eyeDome'>,
  isSoftware: boolean,
): Pick<RenderStyle, 'isEyeDomeOn'> => ({
  // On the processor the pass costs several times what the points do.
  isEyeDomeOn: eyeDome === 'auto' ? !isSoftware : eyeDome === 'on',
});
