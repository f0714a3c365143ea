/** Selects the variant of the tile shader for a primitive and a style. */
import { isManyCutouts } from './cutout-boxes.ts';
import type { Cutouts } from './cutouts.ts';
import type { Dither } from './dither.ts';
import type { FinerPoints } from './point-shader.ts';
import type { GpuPrimitive } from './gpu-content.ts';
import { FINISH_BITS } from './gpu-finish.ts';
import { pointVariant } from './point-colors.ts';
import type { RenderStyle } from './tile-pass.ts';
import { SOLID_OPACITY, Variant } from './tile-shader.ts';

/** GL mode; strips and fans have higher numbers. */
const TRIANGLES = 4;

/** One draw of a primitive in a pass. */
export interface Draw {
  primitive: GpuPrimitive;
  cutouts: Cutouts | null;
  finer: FinerPoints | null;
  isCut: boolean;
  /** Distance from the camera, metres. */
  distance: number;
  dither?: Dither | null;
}

/** Variants that colour points by height or by a scan value. */
const RECOLORED_POINTS = Variant.HeightColors | Variant.ValueColors;
/** Variants that read the point colour table. */
export const COLORED_POINTS = Variant.HiddenClasses | RECOLORED_POINTS;

const LIT = Variant.Normals | Variant.FlatNormals;
/** Bits that affect the geometry, not the appearance. */
const OF_SHAPE =
  Variant.Instances | Variant.Mask | Variant.Cutouts | Variant.ManyCutouts | Variant.Section | Variant.Features;

/** Depth needs the texture only for the alpha mask. */
const depthVariant = (variant: number): number =>
  (variant & OF_SHAPE) | (variant & Variant.Mask ? variant & Variant.Texture : 0) | Variant.DepthOnly;

/** Whether a primitive is drawn in a style. A depth-only pass draws opaque surfaces only. */
export const isDrawn = ({ blend, mode }: GpuPrimitive, { isDepthOnly }: RenderStyle): boolean =>
  !isDepthOnly || (!blend && mode >= TRIANGLES);

/**
 * Returns the variant for a draw in a style. Back faces of double-sided materials are not filled, because they do not separate
 * inside from outside.
 */
export function variantOf(
  { primitive, cutouts, isCut, dither }: Omit<Draw, 'distance' | 'finer'>,
  style: RenderStyle,
): number {
  const { section, lit, isEyeDomeOn, areDiscs, features, points, shadowMap, isDepthOnly, via } = style;
  let { variant } = primitive;
  if (features) variant |= Variant.Features;
  if (cutouts) variant |= isManyCutouts(cutouts) ? Variant.Cutouts | Variant.ManyCutouts : Variant.Cutouts;
  if (isCut && section) variant |= Variant.Section;
  if (dither) variant |= Variant.Dithered;
  if (lit) variant |= Variant.Dimmed;
  if (section && primitive.culled) variant |= Variant.Backs;
  if (isDepthOnly) return depthVariant(variant);
  if (shadowMap && variant & LIT && !(variant & Variant.Points)) variant |= Variant.Shadow;
  // Screen-space passes read no light.
  if (via) variant = (variant & ~(FINISH_BITS | Variant.Shadow)) | Variant.Distance;
  if (!(variant & Variant.Points)) return variant;
  if (points) variant |= pointVariant(primitive, points);
  // Scanned colours already contain the light of the scan.
  if (variant & Variant.Colors && !(variant & RECOLORED_POINTS)) variant &= ~Variant.Normals;
  if (isEyeDomeOn) variant |= Variant.Distance;
  if (areDiscs) variant |= Variant.Discs;
  return variant;
}

/** True if the primitive is drawn after the opaque ones, with blending. */
export const isBlended = ({ blend }: GpuPrimitive, { via }: RenderStyle): boolean => blend && !via;

/** True if a blended primitive may have opaque fragments. */
export const hasSolidPart = ({ baseColor }: GpuPrimitive): boolean => baseColor[3]! >= SOLID_OPACITY;

/** Returns the variant that draws the opaque fragments of a blended primitive. */
export const solidVariant = (variant: number): number => variant | Variant.Mask;

/** Returns the variant that draws the transparent fragments. */
export const seeThroughVariant = (variant: number, { blending }: RenderStyle): number =>
  blending ? (variant & ~Variant.Distance) | Variant.Weighted : variant;

/** Adds all variants that a frame needs for a primitive in a style. Without an array for each primitive of each frame. */
export function addVariants(to: Set<number>, draw: Omit<Draw, 'distance' | 'finer'>, style: RenderStyle): void {
  const { primitive } = draw;
  const { blending, features } = style;
  const variant = variantOf(draw, style);
  if (!blending) return void to.add(variant);
  const isSeenThrough = isBlended(primitive, style);
  if (!isSeenThrough) to.add(variant);
  else if (hasSolidPart(primitive)) to.add(solidVariant(variant));
  if (isSeenThrough || (features?.hasGhosts && !style.via)) to.add(seeThroughVariant(variant, style));
}
