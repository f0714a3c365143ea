import type { EdgeMode } from '@overlook/shared/config';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { Divider, SwipeSide } from '../view/swipe.ts';
import type { DistancePass } from './distance-pass.ts';
import type { DrawItem, DrawnTile } from './draw-item.ts';
import type { FeatureStyleTable } from './feature-style.ts';
import type { PointStyle } from './point-colors.ts';
import type { RenderCamera } from '../view/camera-frame.ts';
import type { SunMap } from './sun-map.ts';
import type { WeightedBlend } from './weighted-blend.ts';

export interface RenderStyle {
  /** Least diameter of points in device pixels. */
  pointSizePx: number;
  /** CSS pixels to device pixels. */
  pixelRatio: number;
  /** The part that is shown; the items say which of them it cuts. */
  section: EnuSection | null;
  /** What keeps its brightness where the rest is drawn in the dark; null for all. */
  lit: EnuSection | null;
  /** Eye-dome lighting of point clouds. */
  isEyeDomeOn: boolean;
  /** Points are round and bulge towards the camera, instead of flat squares. */
  areDiscs: boolean;
  /** Texels that are read along slanted surfaces, at most; 1 for square filters. */
  anisotropy: number;
  /** Surfaces are darker where others stand close to them. */
  isOccluded: boolean;
  /** Dark edges of surfaces. */
  edges: EdgeMode;
  /** How dense the haze over far ground is, 0 (none) to 1. */
  haze: number;
  /** How the features are drawn, null for as they are. */
  features: FeatureStyleTable | null;
  /** How points are coloured, null for as they are. */
  points: PointStyle | null;
  /** Of sun, sky and ground (view/sun-light.ts). */
  light: Float32Array;
  /** What the sun does not reach; null where everything is. */
  sunMap: SunMap | null;
  /** Only depths are drawn, of what is solid. */
  isDepthOnly?: boolean;
  /** How half-transparent surfaces are drawn in any order; null and absent for from far to near. */
  blending?: WeightedBlend | null;
  /** Where all of it is drawn to in place of the framebuffer, absent for the framebuffer. */
  via?: DistancePass;
}

/** A picture of its own, which a later pass reads. */
export interface PassTarget {
  readonly camera: RenderCamera;
  /** Calls `draw` with the target bound and cleared; all is then as it was before. */
  drawInto(draw: () => void): void;
}

/** Tiles in one style, and which part of the viewport shows them. */
export interface TilePass<T extends DrawnTile = DrawnTile> {
  items: DrawItem<T>[];
  /** Drawn in place of the items while levels fade; passes over the picture are of the items. */
  fading?: DrawItem<T>[];
  style: RenderStyle;
  /** Null for all of the viewport. */
  part: { readonly divider: Divider; readonly side: SwipeSide } | null;
  /** Where it is drawn to, seen by a camera of its own; absent for the framebuffer and the camera of the picture. */
  target?: PassTarget;
  /** Called when it has just been drawn, with its part of the framebuffer still set. */
  onDrawn?: (camera: RenderCamera) => void;
}
