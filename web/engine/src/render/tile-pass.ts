import type { EdgeMode } from '@overlook/shared/config';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { Divider, SwipeSide } from '../view/swipe.ts';
import type { LinearDepthPass } from './linear-depth-pass.ts';
import type { DrawItem, DrawnTile } from './draw-item.ts';
import type { FeatureStyleTable } from './feature-style.ts';
import type { PointStyle } from './point-colors.ts';
import type { RenderCamera } from '../view/camera-frame.ts';
import type { ShadowMap } from './shadow-map.ts';

/** Draws blended surfaces whose order does not matter ({@link WeightedBlend}). */
export interface Blending {
  /** Draws the surfaces of `draw` over the bound framebuffer. False where the GPU cannot: nothing is drawn then. */
  draw(hasGhosts: boolean, draw: () => void): boolean;
}

export interface RenderStyle {
  /** Smallest point diameter, device pixels. */
  pointSizePx: number;
  /** Device pixels per CSS pixel. */
  pixelRatio: number;
  /** The section volume. The items tell whether they intersect it. */
  section: EnuSection | null;
  /** Volume that keeps its brightness while the rest is dimmed; null for no dimming. */
  lit: EnuSection | null;
  /** Shares of saturation and brightness that remain of the rest, 0 to 1; absent for the dark rest of a section. */
  dimmed?: readonly [saturation: number, brightness: number];
  /** Eye-dome lighting of point clouds. */
  isEyeDomeOn: boolean;
  /** Points are discs that bulge towards the camera, instead of flat squares. */
  areDiscs: boolean;
  /** Maximum anisotropy of textures; 1 for isotropic filtering. */
  anisotropy: number;
  /** Ambient occlusion of surfaces. */
  isOccluded: boolean;
  /** Dark edges of surfaces. */
  edges: EdgeMode;
  /** Density of the haze over distant ground, 0 (none) to 1. */
  haze: number;
  /** Styles of the features; null for their own colours. */
  features: FeatureStyleTable | null;
  /** Colours of points; null for their own colours. */
  points: PointStyle | null;
  /** Light of sun, sky and ground (view/sun-light.ts). */
  light: Float32Array;
  /** Shadow map of the sun; null without shadows. */
  shadowMap: ShadowMap | null;
  /** Draws only the depth, of opaque surfaces. */
  isDepthOnly?: boolean;
  /** Order-independent blending; if null or absent, blended surfaces are drawn far to near. */
  blending?: Blending | null;
  /** Screen-space pass that receives all draws; absent for the framebuffer. */
  via?: LinearDepthPass;
}

/** A target other than the framebuffer, which a later pass reads. */
export interface PassTarget {
  readonly camera: RenderCamera;
  /** Calls `draw` with the target bound and cleared. Restores the GL state. */
  drawInto(draw: () => void): void;
}

/** Tiles in one style, and the part of the viewport that shows them. */
export interface TilePass<T extends DrawnTile = DrawnTile> {
  items: DrawItem<T>[];
  /** Drawn instead of the items during cross-fades. Screen-space passes use the items. */
  fading?: DrawItem<T>[];
  style: RenderStyle;
  /** Null for the whole viewport. */
  part: { readonly divider: Divider; readonly side: SwipeSide } | null;
  /** Target with its own camera; absent for the framebuffer and the camera of the frame. */
  target?: PassTarget;
  /** Called directly after the pass is drawn, with its scissor still set. */
  onDrawn?: (camera: RenderCamera) => void;
}
