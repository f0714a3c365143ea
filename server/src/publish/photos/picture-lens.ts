import type { PanoramaCrop } from '@overlook/shared/schemas';
import { DEG_PER_RAD } from '@overlook/shared/maths';
import { PHOTO_IMPORT } from '@overlook/shared/config';
import type { E57Projection } from '@overlook/shared/point-files';
import { PictureRefusedError } from '../../storage/photo-pictures.ts';

/** Size of a picture as it is stored, without the rotation that its EXIF asks for, pixels. */
export interface StoredSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A picture that has to be drawn anew, because the camera of a photo has square pixels, its axis in the middle, and no cylinder. */
export type Redraw =
  | {
      readonly kind: 'flat';
      /** Height after which pixels are square. */
      readonly heightPx: number;
      /** Black pixels added on each side, so that the axis is in the middle. */
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
  | {
      /** Rows become those of a sphere. */
      readonly kind: 'cylinder';
      readonly radPerRow: number;
      /** Of the first row of the result. */
      readonly topRad: number;
      readonly rows: number;
      /** Row on the horizon, and rows of a slope of 45°. */
      readonly horizonPx: number;
      readonly slopePx: number;
    };

/** What a photo has of a lens, and the drawing that it needs; angles are those of the drawn picture. */
export interface PictureLens {
  readonly projection: 'perspective' | 'equirectangular';
  /** Null where it is not known. */
  readonly hfovDeg: number | null;
  readonly crop: PanoramaCrop | null;
  readonly redraw: Redraw | null;
}

/** Proportions of the stated and the stored picture that count as one. */
const SAME_SHAPE = 0.01;
/** Pixels that differ less in width and height are square. */
const SQUARE = 0.001;
/** An axis nearer to the middle than this is in it, pixels. */
const MIDDLE_PX = 0.5;
/** A sphere of this much less or more than a turn is a whole one. */
const WHOLE_TURN = 0.005;
/** Fields of view that a pinhole can have, degrees. */
const [NARROWEST_DEG, WIDEST_DEG] = [0.1, 170];

/** The lens of a picture by what its point file says of it (ASTM E2807-11 §8.4.5). Throws `PictureRefusedError`. */
export function pictureLens(projection: E57Projection, stated: StoredSize | null, stored: StoredSize): PictureLens {
  if (projection.kind === 'visual') return { projection: 'perspective', hfovDeg: null, crop: null, redraw: null };
  const [x, y] = [(stated ?? stored).widthPx / stored.widthPx, (stated ?? stored).heightPx / stored.heightPx];
  if (Math.abs(x / y - 1) > SAME_SHAPE)
    throw new PictureRefusedError(
      `is ${stored.widthPx} × ${stored.heightPx} pixels, where the file says ${stated!.widthPx} × ${stated!.heightPx}.`,
    );
  if (projection.kind === 'pinhole') return pinholeLens(projection, stored, [x, y]);
  return projection.kind === 'spherical'
    ? sphereLens(stored, projection.pixelWidthRad * x, projection.pixelHeightRad * y)
    : cylinderLens(projection, stored, [x, y]);
}

type Scale = readonly [x: number, y: number];

function pinholeLens(
  { focalM, pixelWidthM, pixelHeightM, principalPx }: Extract<E57Projection, { kind: 'pinhole' }>,
  { widthPx, heightPx }: StoredSize,
  [x, y]: Scale,
): PictureLens {
  const focalPx = focalM / (pixelWidthM * x);
  const stretch = (pixelHeightM * y) / (pixelWidthM * x);
  const isSquare = Math.abs(stretch - 1) < SQUARE;
  const squareHeightPx = isSquare ? heightPx : Math.round(heightPx * stretch);
  const offX = principalPx ? principalPx[0] / x - widthPx / 2 : 0;
  const offY = principalPx ? ((principalPx[1] / y) * squareHeightPx) / heightPx - squareHeightPx / 2 : 0;
  const hfovOf = (fullPx: number) => 2 * Math.atan(fullPx / 2 / focalPx) * DEG_PER_RAD;
  const [padX, padY] = [offX, offY].map((off) => (Math.abs(off) > MIDDLE_PX ? Math.round(2 * off) : 0)) as [
    number,
    number,
  ];
  const hfovDeg = hfovOf(widthPx + Math.abs(padX));
  // An axis outside of the picture, or a view that no pinhole has, is a slip of the writer.
  const isUsable = Math.abs(offX) <= widthPx / 2 && Math.abs(offY) <= squareHeightPx / 2;
  if (!isUsable || !(hfovDeg >= NARROWEST_DEG && hfovDeg <= WIDEST_DEG) || !(stretch > 0.1 && stretch < 10))
    return { projection: 'perspective', hfovDeg: null, crop: null, redraw: null };
  if (isSquare && padX === 0 && padY === 0) return { projection: 'perspective', hfovDeg, crop: null, redraw: null };
  const sides = {
    left: Math.max(0, -padX),
    right: Math.max(0, padX),
    top: Math.max(0, -padY),
    bottom: Math.max(0, padY),
  };
  assertPixels(widthPx + Math.abs(padX), squareHeightPx + Math.abs(padY));
  return {
    projection: 'perspective',
    hfovDeg,
    crop: null,
    redraw: { kind: 'flat', heightPx: squareHeightPx, ...sides },
  };
}

/** The horizon is in the middle row. */
function sphereLens({ widthPx, heightPx }: StoredSize, radPerPx: number, radPerRow: number): PictureLens {
  const [turnPx, poleToPolePx] = [(2 * Math.PI) / radPerPx, Math.PI / radPerRow];
  const beyondPx = Math.max(0, Math.round((poleToPolePx - heightPx) / 2));
  const rows = { fullHeightPx: heightPx + 2 * beyondPx, topPx: beyondPx };
  return {
    projection: 'equirectangular',
    hfovDeg: null,
    crop: partOf({ widthPx, heightPx }, { turnPx, poleToPolePx, rows }),
    redraw: null,
  };
}

/** The middle column is that of the sphere. `rows` are those of the sphere, and the first one of the picture among them. */
function partOf(
  { widthPx, heightPx }: StoredSize,
  sphere: { turnPx: number; poleToPolePx: number; rows: Pick<PanoramaCrop, 'fullHeightPx' | 'topPx'> },
): PanoramaCrop | null {
  const { turnPx, poleToPolePx, rows } = sphere;
  if (widthPx / turnPx > 1 + WHOLE_TURN || heightPx / poleToPolePx > 1 + WHOLE_TURN)
    throw new PictureRefusedError(
      `covers ${Math.round((widthPx / turnPx) * 360)}° by ${Math.round((heightPx / poleToPolePx) * 180)}°, more than a sphere has.`,
    );
  const isWhole = (px: number, of: number) => Math.abs(px / of - 1) <= WHOLE_TURN;
  const leftPx = isWhole(widthPx, turnPx) ? 0 : Math.max(0, Math.round((turnPx - widthPx) / 2));
  const { fullHeightPx, topPx } = isWhole(heightPx, poleToPolePx) ? { fullHeightPx: heightPx, topPx: 0 } : rows;
  if (leftPx === 0 && fullHeightPx === heightPx) return null;
  return { fullWidthPx: widthPx + 2 * leftPx, fullHeightPx, leftPx, topPx };
}

function cylinderLens(
  { radiusM, pixelWidthRad, pixelHeightM, principalYPx }: Extract<E57Projection, { kind: 'cylindrical' }>,
  { widthPx, heightPx }: StoredSize,
  [x, y]: Scale,
): PictureLens {
  const radPerPx = pixelWidthRad * x;
  const slopePx = radiusM / (pixelHeightM * y);
  const horizonPx = principalYPx === null ? heightPx / 2 : principalYPx / y;
  const [topRad, bottomRad] = [Math.atan(horizonPx / slopePx), -Math.atan((heightPx - horizonPx) / slopePx)];
  // Whole rows of the sphere, as the part of it is counted in pixels.
  const fullHeightPx = Math.max(1, Math.round(Math.PI / radPerPx));
  const radPerRow = Math.PI / fullHeightPx;
  const topPx = Math.round((Math.PI / 2 - topRad) / radPerRow);
  const rows = Math.max(1, Math.round((topRad - bottomRad) / radPerRow));
  assertPixels(widthPx, rows);
  const sphere = { turnPx: (2 * Math.PI) / radPerPx, poleToPolePx: fullHeightPx, rows: { fullHeightPx, topPx } };
  return {
    projection: 'equirectangular',
    hfovDeg: null,
    crop: partOf({ widthPx, heightPx: rows }, sphere),
    redraw: { kind: 'cylinder', radPerRow, topRad: Math.PI / 2 - topPx * radPerRow, rows, horizonPx, slopePx },
  };
}

function assertPixels(widthPx: number, heightPx: number): void {
  if (widthPx * heightPx > PHOTO_IMPORT.pixelsMost)
    throw new PictureRefusedError(
      `would have ${widthPx} × ${heightPx} pixels; at most ${PHOTO_IMPORT.pixelsMost / 1e6} million are taken.`,
    );
}
