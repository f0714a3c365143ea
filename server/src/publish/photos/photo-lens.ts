import type { TagReader } from '@overlook/shared/photo-tags';

/** The lens and sensor of a photo in its file. */
export interface LensTags {
  readonly focalMm: number | null;
  readonly focal35Mm: number | null;
  /** Pixels of the picture that `width` and `height` describe, per millimetre of the sensor. */
  readonly pxPerMm: number | null;
  /** Focal length that the maker measured, in those pixels. */
  readonly calibratedPx: number | null;
  /** Size of the picture as the camera wrote it: programs that scale it down may keep the old value. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Millimetres of the units of the focal plane's resolution. */
const UNIT_MM: Readonly<Record<number, number>> = { 2: 25.4, 3: 10, 4: 1, 5: 0.001 };

export function lensTags(tags: TagReader): LensTags {
  const unit = UNIT_MM[tags.number('FocalPlaneResolutionUnit') ?? 2];
  const perUnit = tags.number('FocalPlaneXResolution');
  const positive = (value: number | null) => (value !== null && value > 0 ? value : null);
  return {
    focalMm: positive(tags.number('FocalLength')),
    focal35Mm: positive(tags.number('FocalLengthIn35mmFilm')),
    pxPerMm: positive(unit && perUnit ? perUnit / unit : null),
    calibratedPx: positive(tags.xmpNumber('CalibratedFocalLength')),
    widthPx: positive(tags.number('PixelXDimension')),
    heightPx: positive(tags.number('PixelYDimension')),
  };
}

/** Lenses of cameras for whole spheres are shorter than these, millimetres, which others are not. */
const SPHERE_LENS_MOST = { focalMm: 3, focal35Mm: 10 };

/** Whether the file states a lens whose picture is a part of the surroundings, never all of them. */
export const isLensOfPart = ({ focalMm, focal35Mm }: LensTags): boolean =>
  focal35Mm === null ? (focalMm ?? 0) > SPHERE_LENS_MOST.focalMm : focal35Mm > SPHERE_LENS_MOST.focal35Mm;

/** Diagonal of 35 mm film, which the equivalent focal length is of (CIPA DCG-001), millimetres. */
const FILM_DIAGONAL_MM = Math.hypot(36, 24);

/** Largest difference between two computations of the focal length; with more, the sensor's data counts as outdated. */
const AGREEMENT = 0.15;

/** Fields of view that no lens of a pinhole has, degrees. */
const [NARROWEST_DEG, WIDEST_DEG] = [0.1, 170];

/**
 * Horizontal field of view of an upright picture, degrees: by the maker's calibration, else the pitch of the sensor's
 * pixels, else the equivalent of 35 mm film; null where the file says too little. Sizes are those of the picture itself.
 */
export function hfovDegOf(lens: LensTags, upright: Size): number | null {
  const byFilm =
    lens.focal35Mm === null
      ? null
      : (lens.focal35Mm / FILM_DIAGONAL_MM) * Math.hypot(upright.widthPx, upright.heightPx);
  const scale = sizeScale(lens, upright);
  const bySensor =
    scale === null ? null : (lens.calibratedPx ?? (lens.focalMm && lens.pxPerMm ? lens.focalMm * lens.pxPerMm : null));
  const measured = bySensor === null ? null : bySensor * scale!;
  const isStale = measured !== null && byFilm !== null && Math.abs(measured / byFilm - 1) > AGREEMENT;
  const focalPx = measured === null || isStale ? byFilm : measured;
  if (focalPx === null) return null;
  const hfovDeg = (2 * Math.atan(upright.widthPx / 2 / focalPx) * 180) / Math.PI;
  return hfovDeg >= NARROWEST_DEG && hfovDeg <= WIDEST_DEG ? hfovDeg : null;
}

/** How much larger the picture is than when it was taken; null where it was cropped since, so that it is not known. */
function sizeScale({ widthPx, heightPx }: LensTags, upright: Size): number | null {
  if (widthPx === null || heightPx === null) return 1;
  const taken = [Math.max(widthPx, heightPx), Math.min(widthPx, heightPx)] as const;
  const now = [Math.max(upright.widthPx, upright.heightPx), Math.min(upright.widthPx, upright.heightPx)] as const;
  const scale = now[0] / taken[0];
  return Math.abs(now[1] / taken[1] / scale - 1) < 0.01 ? scale : null;
}
