/** Which variant of the tile shader draws a primitive in a style. */
import { isMany } from './cutout-boxes.ts';
import type { Cutouts } from './cutouts.ts';
import type { Dither } from './dither.ts';
import type { FinerPoints } from './draw-item.ts';
import type { GpuPrimitive } from './gpu-content.ts';
import { FINISH_BITS } from './gpu-finish.ts';
import { pointVariant } from './point-colors.ts';
import type { RenderStyle } from './tile-pass.ts';
import { Variant } from './tile-shader.ts';

/** Strips and fans of them follow. */
const TRIANGLES = 4;

/** One primitive in a picture. */
export interface Draw {
  primitive: GpuPrimitive;
  cutouts: Cutouts | null;
  finer: FinerPoints | null;
  isCut: boolean;
  /** From the camera, metres. */
  distance: number;
  dither?: Dither | null;
}

/** Variants of points that are coloured by what they are. */
const RECOLORED_POINTS = Variant.HeightColors | Variant.ValueColors;
/** Variants of points that read the table of point colours. */
export const COLORED_POINTS = Variant.HiddenClasses | RECOLORED_POINTS;

const LIT = Variant.Normals | Variant.FlatNormals;
/** What decides where a surface is, and not how it looks. */
const OF_SHAPE =
  Variant.Instances | Variant.Mask | Variant.Cutouts | Variant.ManyCutouts | Variant.Section | Variant.Features;

/** A texture counts where its holes do. */
const depthVariant = (variant: number): number =>
  (variant & OF_SHAPE) | (variant & Variant.Mask ? variant & Variant.Texture : 0) | Variant.DepthOnly;

/** Whether a primitive is drawn in a style: depths are those of surfaces that one cannot see through. */
export const isDrawn = ({ blend, mode }: GpuPrimitive, { isDepthOnly }: RenderStyle): boolean =>
  !isDepthOnly || (!blend && mode >= TRIANGLES);

/**
 * The variant of a draw in a style. Of a material that shows both sides, which side is the back says nothing about inside
 * and outside.
 */
export function variantOf(
  { primitive, cutouts, isCut, dither }: Omit<Draw, 'distance' | 'finer'>,
  style: RenderStyle,
): number {
  const { section, lit, isEyeDomeOn, areDiscs, features, points, sunMap, isDepthOnly, via } = style;
  let { variant } = primitive;
  if (features) variant |= Variant.Features;
  if (cutouts) variant |= isMany(cutouts) ? Variant.Cutouts | Variant.ManyCutouts : Variant.Cutouts;
  if (isCut && section) variant |= Variant.Section;
  if (dither) variant |= Variant.Dithered;
  if (lit) variant |= Variant.Dimmed;
  if (section && primitive.culled) variant |= Variant.Backs;
  if (isDepthOnly) return depthVariant(variant);
  if (sunMap && variant & LIT && !(variant & Variant.Points)) variant |= Variant.Shadow;
  // Passes that need distances see no light.
  if (via) variant = (variant & ~(FINISH_BITS | Variant.Shadow)) | Variant.Distance;
  if (!(variant & Variant.Points)) return variant;
  if (points) variant |= pointVariant(primitive, points);
  // As scanned they have the light of the day in them.
  if (variant & Variant.Colors && !(variant & RECOLORED_POINTS)) variant &= ~Variant.Normals;
  if (isEyeDomeOn) variant |= Variant.Distance;
  if (areDiscs) variant |= Variant.Discs;
  return variant;
}

/** Opacity from which on a surface that may be seen through counts as solid. */
export const SOLID_OPACITY = 0.99;

/** A primitive that may be seen through is drawn as such, after what is solid. */
export const isBlended = ({ blend }: GpuPrimitive, { via }: RenderStyle): boolean => blend && !via;

/** Something of a primitive may be solid though its material may be seen through. */
export const hasSolidPart = ({ baseColor }: GpuPrimitive): boolean => baseColor[3]! >= SOLID_OPACITY;

/** The variant that draws the solid part of such a primitive. */
export const solidVariant = (variant: number): number => variant | Variant.Mask;

/** The variant that draws, of a variant, what can be seen through. */
export const seeThroughVariant = (variant: number, { blending }: RenderStyle): number =>
  blending ? (variant & ~Variant.Distance) | Variant.Weighted : variant;

/** All variants that a picture in a style needs for a primitive. */
export function variantsOf(draw: Omit<Draw, 'distance' | 'finer'>, style: RenderStyle): number[] {
  const { primitive } = draw;
  const { blending, features } = style;
  const variant = variantOf(draw, style);
  if (!blending) return [variant];
  const seeThrough = seeThroughVariant(variant, style);
  if (!isBlended(primitive, style)) return features?.hasGhosts && !style.via ? [variant, seeThrough] : [variant];
  return hasSolidPart(primitive) ? [solidVariant(variant), seeThrough] : [seeThrough];
}
